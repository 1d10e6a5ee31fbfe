/* Threads that share the parts of a chain, with kernels that read and write without atomics.

A thread sanitiser sees each pair of accesses that nothing has put in order. Offsets and sizes come
from `softgl.lanes.chain_functions`, as macros. */

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

typedef long long word;
enum { THREADS = 4, PARTS = 3000, RANGES = 5 };

word work(word state, word places, word mine, word most, word rounds);

struct block {
    word place[PLACE_WORDS], step[STEP_WORDS], last[LAST_WORDS];
    word tables[THREADS], table, record[2];
    int part, kind, count, ranges[2 * RANGES], numbers[RANGES];
};

static _Alignas(64) char state[STATE];
static struct block blocks[THREADS];
static word places[THREADS];
static int totals[RANGES]; /* the ranges of one number, of all parts, write to one of these */

static void prepare(void *record, word *table, word lanes) {
    struct block *own = (struct block *)*table;
    own->kind = 0;
    own->count = 1 + own->part % RANGES;
    for (int number = 0; number < own->count; number++) {
        own->ranges[2 * number] = own->ranges[2 * number + 1] = number;
        own->numbers[number] = own->part + number;
    }
}

static void finish(word *record, word *table, word lanes) {
    struct block *owner = (struct block *)*table;
    int number = *(int *)record;
    int value = owner->numbers[number];
    sched_yield(); /* lets another thread come in between */
    totals[number] += value;
}

static void *take(void *own) {
    word what;
    while ((what = work((word)state, (word)places, (word)own, 3, 50)) != OVER)
        if (what == LATER)
            sched_yield();
    return NULL;
}

#define SET(where, at, value) (where)[(at) / sizeof(word)] = (word)(value)

int main(void) {
    pthread_t threads[THREADS];
    *(word *)(state + PART_COUNT) = PARTS;
    for (int thread = 0; thread < THREADS; thread++) {
        struct block *own = &blocks[thread];
        places[thread] = own->table = (word)own;
        SET(own->place, THREAD, thread);
        SET(own->place, PART_ARRAY, &own->part);
        SET(own->place, STEPS, own->step);
        SET(own->place, STEP_COUNT, 1);
        SET(own->place, KIND, &own->kind);
        SET(own->place, RANGES_AT, own->ranges);
        SET(own->place, RANGE_COUNT, &own->count);
        SET(own->place, LASTS, own->last);
        SET(own->step, STEP_KERNEL, prepare);
        SET(own->step, STEP_TABLE, &own->table);
        SET(own->last, LAST_KERNEL, finish);
        SET(own->last, LAST_RECORD, own->record);
        SET(own->last, LAST_RANGE, own->record);
        SET(own->last, LAST_TABLES, own->tables);
        for (int owner = 0; owner < THREADS; owner++)
            own->tables[owner] = (word)&blocks[owner].table;
    }
    for (int thread = 0; thread < THREADS; thread++)
        pthread_create(&threads[thread], NULL, take, &blocks[thread]);
    for (int thread = 0; thread < THREADS; thread++)
        pthread_join(threads[thread], NULL);
    for (int number = 0; number < RANGES; number++) {
        int expected = 0;
        for (int part = 0; part < PARTS; part++)
            expected += number < 1 + part % RANGES ? part + number : 0;
        if (totals[number] != expected) {
            printf("range %d: %d, not %d\n", number, totals[number], expected);
            return 1;
        }
    }
    return 0;
}
