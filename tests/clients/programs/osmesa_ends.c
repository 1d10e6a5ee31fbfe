/* Ends threads and the process in the midst of GL's calls, in the way that the first argument says.
   Writes "done" where it gets so far. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef void *Context;
typedef void (*Told)(unsigned, unsigned, unsigned, unsigned, int, const char *, const void *);
Context OSMesaCreateContextExt(unsigned format, int depth, int stencil, int accum, Context share);
unsigned char OSMesaMakeCurrent(Context c, void *buffer, unsigned type, int width, int height);
void glBegin(unsigned mode);
void glEnd(void);
void glVertex2f(float x, float y);
void glEnable(unsigned cap);
void glDisable(unsigned cap);
unsigned glGetError(void);
void glFlush(void);
void glDebugMessageCallback(Told told, const void *user);

enum { SIZE = 32, FOG = 0x0B60, OUTPUT = 0x92E0, SYNCHRONOUS = 0x8242 };
static const unsigned capabilities[] = {FOG, 0x0B50, 0x0BE2, 0x0B71, 0x0B90, 0x0BC0, 0x0BF2, 0x0B44};

static void begin(void)
{
    Context context = OSMesaCreateContextExt(0x1908, 24, 8, 0, NULL);
    if (!context || !OSMesaMakeCurrent(context, malloc(SIZE * SIZE * 4), 0x1401, SIZE, SIZE))
        _exit(9);
}

static void draw(int turn)
{
    for (int i = 0; i < 8; i++)
        (turn >> i & 1 ? glEnable : glDisable)(capabilities[i]);
    glBegin(4);
    glVertex2f(-1, -1);
    glVertex2f(1, -1);
    glVertex2f(0, 1);
    glEnd();
    glFlush();
}

static void *draw_once(void *unused)
{
    begin();
    draw(1);
    return NULL;
}

static void *draw_forever(void *turn)
{
    begin();
    for (int i = (int)(long)turn; ; i++) {
        draw(i); /* of another kind each time, so that it is compiled */
        pthread_testcancel();
    }
}

static void end_process(unsigned a, unsigned b, unsigned c, unsigned d, int n, const char *text,
                        const void *user)
{
    exit(0);
}

static void end_thread(unsigned a, unsigned b, unsigned c, unsigned d, int n, const char *text,
                       const void *user)
{
    pthread_exit(NULL);
}

static void *fail(void *told)
{
    begin();
    glEnable(OUTPUT);
    glEnable(SYNCHRONOUS);
    glDebugMessageCallback((Told)told, NULL);
    glEnable(0x1234);
    _exit(8);
}

static void call_late(void)
{
    glEnable(FOG);
    if (!glGetError())
        puts("done");
}

static void wait_long(void)
{
    sleep(1); /* after all that was registered later has been done: LLVM has nothing then */
}

static void in_thread(void *(*function)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, function, argument);
    pthread_join(thread, NULL);
}

int main(int count, char **arguments)
{
    const char *way = arguments[count - 1];
    pthread_t threads[2];
    int code = 0;
    alarm(120);
    if (!strcmp(way, "exit")) {
        atexit(wait_long);
        for (long i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, draw_forever, (void *)(100 * i));
        draw_once(NULL);
        atexit(call_late);
        return 0;
    }
    if (!strcmp(way, "exit in a callback")) {
        atexit(call_late);
        fail(end_process);
    }
    if (!strcmp(way, "pthread_exit in a callback"))
        in_thread(fail, end_thread);
    if (!strcmp(way, "pthread_cancel")) {
        pthread_create(threads, NULL, draw_forever, NULL);
        usleep(300000); /* Python is being started */
        pthread_cancel(threads[0]);
        pthread_join(threads[0], NULL);
    }
    if (!strcmp(way, "fork")) {
        in_thread(draw_once, NULL); /* the thread that starts Python, and ends */
        pid_t child = fork();
        if (!child)
            in_thread(draw_once, NULL);
        else
            waitpid(child, &code, 0);
    }
    draw_once(NULL);
    if (!code)
        puts("done");
    return 0;
}
