/* Draws with OSMesa in several threads, each with a context of its own, and writes the pictures of
   all, RGBA with the bottom row first, to standard output. Says what is wrong on standard error. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Context;
Context OSMesaCreateContextExt(unsigned format, int depth, int stencil, int accum, Context share);
unsigned char OSMesaMakeCurrent(Context c, void *buffer, unsigned type, int width, int height);
void OSMesaDestroyContext(Context c);
void *OSMesaGetProcAddress(const char *name);
const unsigned char *glGetString(unsigned name);
unsigned glGetError(void);
void glBegin(unsigned mode);
void glEnd(void);
void glVertex3f(float x, float y, float z);
void glColor3ub(unsigned char r, unsigned char g, unsigned char b);
void glTexCoord2fv(const float *v);
void glEnable(unsigned cap);
void glDisable(unsigned cap);
void glEnableClientState(unsigned array);
void glDisableClientState(unsigned array);
void glVertexPointer(int size, unsigned type, int stride, const void *pointer);
void glColorPointer(int size, unsigned type, int stride, const void *pointer);
void glDrawElements(unsigned mode, int count, unsigned type, const void *indices);
void glGenTextures(int n, unsigned *names);
void glBindTexture(unsigned target, unsigned name);
void glTexParameteri(unsigned target, unsigned pname, int param);
void glTexImage2D(unsigned target, int level, int internal, int width, int height, int border,
                  unsigned format, unsigned type, const void *pixels);
void glClearColor(float r, float g, float b, float a);
void glClear(unsigned mask);
void glRotatef(float angle, float x, float y, float z);
void glReadPixels(int x, int y, int width, int height, unsigned format, unsigned type, void *out);
unsigned glGenLists(int range);
void glNewList(unsigned list, unsigned mode);
void glEndList(void);
void glCallLists(int n, unsigned type, const void *lists);
void glTranslatef(float x, float y, float z);
void glFinish(void);

enum { WIDTH = 64, HEIGHT = 48, THREADS = 3, SIZE = WIDTH * HEIGHT * 4 };
static unsigned char pictures[THREADS][SIZE];

static void draw_arrays(void)
{
    struct vertex { float place[2]; unsigned char color[4]; } *vertices;
    unsigned short indices[] = {0, 1, 2, 2, 1, 3};
    int i;
    /* On the heap, and freed right after the draw: nothing may look at it later. */
    vertices = malloc(4 * sizeof *vertices);
    for (i = 0; i < 4; i++) {
        vertices[i].place[0] = -0.9f + 0.5f * (i & 1);
        vertices[i].place[1] = 0.3f + 0.5f * (i >> 1);
        vertices[i].color[0] = 255 * (i & 1);
        vertices[i].color[1] = 255 * (i >> 1);
        vertices[i].color[2] = 128;
        vertices[i].color[3] = 255;
    }
    glEnableClientState(0x8074);
    glEnableClientState(0x8076);
    glVertexPointer(2, 0x1406, sizeof *vertices, vertices[0].place);
    glColorPointer(4, 0x1401, sizeof *vertices, vertices[0].color);
    glDrawElements(4, 6, 0x1403, indices);
    glDisableClientState(0x8074);
    glDisableClientState(0x8076);
    memset(vertices, 0x55, 4 * sizeof *vertices);
    free(vertices);
}

static void draw_texture(void)
{
    static const float corners[4][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    unsigned char texels[2][2][3] = {{{255, 0, 0}, {0, 255, 0}}, {{0, 0, 255}, {255, 255, 255}}};
    unsigned char padded[2][8] = {{0}};
    unsigned name;
    int i;
    for (i = 0; i < 2; i++)
        memcpy(padded[i], texels[i], 6);
    glGenTextures(1, &name);
    glBindTexture(0x0DE1, name);
    glTexParameteri(0x0DE1, 0x2801, 0x2600);
    glTexParameteri(0x0DE1, 0x2800, 0x2600);
    glTexImage2D(0x0DE1, 0, 0x1907, 2, 2, 0, 0x1907, 0x1401, padded);
    glEnable(0x0DE1);
    glColor3ub(255, 255, 255);
    glBegin(7);
    for (i = 0; i < 4; i++) {
        glTexCoord2fv(corners[i]);
        glVertex3f(0.1f + 0.4f * corners[i][0], -0.9f + 0.4f * corners[i][1], 0);
    }
    glEnd();
    glDisable(0x0DE1);
}

static void draw_lists(int turn)
{
    unsigned list = glGenLists(1);
    unsigned char again[2];
    glNewList(list, 0x1300);
    glRotatef(30.0f * turn, 0, 0, 1);
    glBegin(4);
    glColor3ub(250, 200, 0);
    glVertex3f(-0.5f, -0.6f, 0);
    glVertex3f(-0.1f, -0.6f, 0);
    glColor3ub(200, 0, 250);
    glVertex3f(-0.3f, -0.2f, 0);
    glEnd();
    glEndList();
    again[0] = again[1] = (unsigned char)list;
    glCallLists(2, 0x1401, again);
}

static void *run(void *argument)
{
    int turn = (int)(long)argument;
    unsigned char *picture = pictures[turn], read[SIZE];
    Context context = OSMesaCreateContextExt(0x1908, 24, 8, 0, NULL);
    if (!context || !OSMesaMakeCurrent(context, picture, 0x1401, WIDTH, HEIGHT)) {
        fprintf(stderr, "no context\n");
        exit(2);
    }
    if (strncmp((const char *)glGetString(0x1F00), "softgl", 6) && getenv("SOFTGL_ONLY"))
        exit(3);
    glClearColor(0.2f, 0.3f, 0.1f * turn, 1);
    glClear(0x4100);
    draw_arrays();
    draw_texture();
    draw_lists(turn);
    glEnable(0x12345);
    if (glGetError() != 0x500 || glGetError() != 0)
        fprintf(stderr, "an error is missing\n");
    if (OSMesaGetProcAddress("glBegin") == NULL)
        fprintf(stderr, "a function is missing\n");
    glReadPixels(0, 0, WIDTH, HEIGHT, 0x1908, 0x1401, read);
    glFinish();
    if (memcmp(read, picture, SIZE))
        fprintf(stderr, "what is read differs from the image\n");
    OSMesaMakeCurrent(NULL, NULL, 0, 0, 0);
    OSMesaDestroyContext(context);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    long i;
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    fwrite(pictures, 1, sizeof pictures, stdout);
    return 0;
}
