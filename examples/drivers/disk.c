/*
 * A disk driver in miniature: a queue of requests, a cache, a motor, tunables and statistics, all in one device
 * extension. The operating system calls the dispatch routines, at the end of the file, from any thread; preempt.json
 * beside it lists them, and which of them it never calls at the same time.
 *
 * Faults that are here on purpose: disk_open() counts handles before it takes the lock; disk_query_statistics() reads
 * counters without it; disk_interrupt() tells of a new medium by a flag that nobody guards, and which is looked at
 * without the lock; disk_power_device() looks at the state before it takes the lock.
 */
#include <preempt.h>
#include <stddef.h>
#include <stdint.h>

#define QUEUE_SIZE 8
#define SUCCESS 0
#define BUSY 1
#define INVALID 2
#define GONE 3
#define FAILED 4

enum disk_state { DISK_STOPPED, DISK_STARTED, DISK_REMOVED };
enum disk_power { POWER_ON, POWER_SLEEP, POWER_OFF };

struct disk_extension {
    unsigned lock;             /* guards everything below, unless it says otherwise */
    unsigned state;            /* enum disk_state */
    unsigned open_count;       /* handles that are open */
    unsigned pending;          /* requests that wait or are under way */
    unsigned head;             /* where the next request is taken from the queue */
    unsigned tail;             /* where the next one is put */
    unsigned queue[QUEUE_SIZE];
    unsigned dirty;            /* sectors of the cache that are not on the disk yet */
    unsigned motor_on;
    unsigned power;            /* enum disk_power */
    unsigned media_changed;    /* set by the controller, looked at without the lock */
    unsigned queue_limit;       /* how many requests may wait, in requests */
    unsigned read_ahead;        /* sectors that are read beyond what was asked for, in sectors */
    unsigned write_back;        /* 1: writes are answered before they are on the disk, in switch */
    unsigned retry_limit;       /* how often a request is tried again, in attempts */
    unsigned spin_down;         /* after how long the motor is stopped; 0: never, in minutes */
    unsigned timeout;           /* after how long a request is given up, in seconds */
    unsigned sector_size;       /* as the medium has it, in bytes */
    unsigned trace_level;       /* how much is told, in level */
    unsigned reads;             /* requests that read */
    unsigned writes;            /* requests that write */
    unsigned errors;            /* requests that failed */
    unsigned retries;           /* attempts beyond the first */
    unsigned flushes;           /* times that the cache was emptied */
    unsigned interrupts;        /* times that the controller called */
};

static struct disk_extension the_disk;
void *disk;

/* ---- what the operating system gives ---------------------------------------------------------------------------- */

/* A spin lock: who finds it taken waits. */
static void acquire(struct disk_extension *d)
{
    preempt_atomic_begin();
    preempt_block_until(d->lock == 0);
    d->lock = 1;
    preempt_atomic_end();
}

static void release(struct disk_extension *d)
{
    preempt_atomic_begin();
    d->lock = 0;
    preempt_atomic_end();
}

/* ---- tunables --------------------------------------------------------------------------------------------------- */

/* queue_limit: how many requests may wait. */
static unsigned queue_limit_is_valid(unsigned value)
{
    if (value < 1) {
        return 0;
    }
    if (value > 64) {
        return 0;
    }
    return 1;
}

static unsigned set_queue_limit(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!queue_limit_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->queue_limit;
    if (before != value) {
        d->queue_limit = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_queue_limit(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->queue_limit;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_queue_limit(struct disk_extension *d)
{
    d->queue_limit = 8;
}

/* read_ahead: sectors that are read beyond what was asked for. */
static unsigned read_ahead_is_valid(unsigned value)
{
    if (value > 32) {
        return 0;
    }
    return 1;
}

static unsigned set_read_ahead(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!read_ahead_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->read_ahead;
    if (before != value) {
        d->read_ahead = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_read_ahead(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->read_ahead;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_read_ahead(struct disk_extension *d)
{
    d->read_ahead = 4;
}

/* write_back: 1: writes are answered before they are on the disk. */
static unsigned write_back_is_valid(unsigned value)
{
    if (value > 1) {
        return 0;
    }
    return 1;
}

static unsigned set_write_back(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!write_back_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->write_back;
    if (before != value) {
        d->write_back = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_write_back(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->write_back;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_write_back(struct disk_extension *d)
{
    d->write_back = 1;
}

/* retry_limit: how often a request is tried again. */
static unsigned retry_limit_is_valid(unsigned value)
{
    if (value > 8) {
        return 0;
    }
    return 1;
}

static unsigned set_retry_limit(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!retry_limit_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->retry_limit;
    if (before != value) {
        d->retry_limit = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_retry_limit(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->retry_limit;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_retry_limit(struct disk_extension *d)
{
    d->retry_limit = 2;
}

/* spin_down: after how long the motor is stopped; 0: never. */
static unsigned spin_down_is_valid(unsigned value)
{
    if (value > 240) {
        return 0;
    }
    return 1;
}

static unsigned set_spin_down(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!spin_down_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->spin_down;
    if (before != value) {
        d->spin_down = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_spin_down(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->spin_down;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_spin_down(struct disk_extension *d)
{
    d->spin_down = 20;
}

/* timeout: after how long a request is given up. */
static unsigned timeout_is_valid(unsigned value)
{
    if (value < 1) {
        return 0;
    }
    if (value > 60) {
        return 0;
    }
    return 1;
}

static unsigned set_timeout(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!timeout_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->timeout;
    if (before != value) {
        d->timeout = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_timeout(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->timeout;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_timeout(struct disk_extension *d)
{
    d->timeout = 10;
}

/* sector_size: as the medium has it. */
static unsigned sector_size_is_valid(unsigned value)
{
    if (value < 512) {
        return 0;
    }
    if (value > 4096) {
        return 0;
    }
    if ((value & (value - 1)) != 0) {
        return 0;
    }
    return 1;
}

static unsigned set_sector_size(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!sector_size_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->sector_size;
    if (before != value) {
        d->sector_size = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_sector_size(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->sector_size;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_sector_size(struct disk_extension *d)
{
    d->sector_size = 512;
}

/* trace_level: how much is told. */
static unsigned trace_level_is_valid(unsigned value)
{
    if (value > 3) {
        return 0;
    }
    return 1;
}

static unsigned set_trace_level(struct disk_extension *d, unsigned value)
{
    unsigned before;

    if (!trace_level_is_valid(value)) {
        return INVALID;
    }
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    before = d->trace_level;
    if (before != value) {
        d->trace_level = value;
    }
    release(d);
    return SUCCESS;
}

static unsigned get_trace_level(struct disk_extension *d, unsigned *value)
{
    acquire(d);
    if (d->state == DISK_REMOVED) {
        release(d);
        return GONE;
    }
    *value = d->trace_level;
    release(d);
    return SUCCESS;
}

/* To what it is when the driver starts. Called by those that hold the lock, or alone. */
static void reset_trace_level(struct disk_extension *d)
{
    d->trace_level = 0;
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

/* reads: requests that read. With the lock held. */
static void count_reads(struct disk_extension *d)
{
    unsigned counted = d->reads;

    if (counted == UINT32_MAX) {
        return;
    }
    d->reads = counted + 1;
}

static void clear_reads(struct disk_extension *d)
{
    if (d->reads != 0) {
        d->reads = 0;
    }
}

/* writes: requests that write. With the lock held. */
static void count_writes(struct disk_extension *d)
{
    unsigned counted = d->writes;

    if (counted == UINT32_MAX) {
        return;
    }
    d->writes = counted + 1;
}

static void clear_writes(struct disk_extension *d)
{
    if (d->writes != 0) {
        d->writes = 0;
    }
}

/* errors: requests that failed. With the lock held. */
static void count_errors(struct disk_extension *d)
{
    unsigned counted = d->errors;

    if (counted == UINT32_MAX) {
        return;
    }
    d->errors = counted + 1;
}

static void clear_errors(struct disk_extension *d)
{
    if (d->errors != 0) {
        d->errors = 0;
    }
}

/* retries: attempts beyond the first. With the lock held. */
static void count_retries(struct disk_extension *d)
{
    unsigned counted = d->retries;

    if (counted == UINT32_MAX) {
        return;
    }
    d->retries = counted + 1;
}

static void clear_retries(struct disk_extension *d)
{
    if (d->retries != 0) {
        d->retries = 0;
    }
}

/* flushes: times that the cache was emptied. With the lock held. */
static void count_flushes(struct disk_extension *d)
{
    unsigned counted = d->flushes;

    if (counted == UINT32_MAX) {
        return;
    }
    d->flushes = counted + 1;
}

static void clear_flushes(struct disk_extension *d)
{
    if (d->flushes != 0) {
        d->flushes = 0;
    }
}

/* interrupts: times that the controller called. With the lock held. */
static void count_interrupts(struct disk_extension *d)
{
    unsigned counted = d->interrupts;

    if (counted == UINT32_MAX) {
        return;
    }
    d->interrupts = counted + 1;
}

static void clear_interrupts(struct disk_extension *d)
{
    if (d->interrupts != 0) {
        d->interrupts = 0;
    }
}

/* ---- the queue -------------------------------------------------------------------------------------------------- */

/* With the lock held. */
static unsigned queue_length(struct disk_extension *d)
{
    unsigned head = d->head;
    unsigned tail = d->tail;

    return (tail + QUEUE_SIZE - head) % QUEUE_SIZE;
}

/* With the lock held: 1 if there was room. */
static unsigned queue_put(struct disk_extension *d, unsigned request)
{
    unsigned tail = d->tail;
    unsigned next = (tail + 1) % QUEUE_SIZE;

    if (next == d->head) {
        return 0;
    }
    if (queue_length(d) >= d->queue_limit) {
        return 0;
    }
    d->queue[tail] = request;
    d->tail = next;
    d->pending = d->pending + 1;
    return 1;
}

/* With the lock held: 1 if there was one. */
static unsigned queue_get(struct disk_extension *d, unsigned *request)
{
    unsigned head = d->head;

    if (head == d->tail) {
        return 0;
    }
    *request = d->queue[head];
    d->head = (head + 1) % QUEUE_SIZE;
    return 1;
}

/* With the lock held. */
static void request_done(struct disk_extension *d)
{
    unsigned pending = d->pending;

    if (pending > 0) {
        d->pending = pending - 1;
    }
}

/* ---- read: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned read_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned read_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_reads(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned read_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->read_ahead > 0 && d->dirty > d->read_ahead) {
        count_flushes(d);
        d->dirty = 0;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned read_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!read_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = read_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = read_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- write: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned write_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned write_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_writes(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned write_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->write_back) {
        d->dirty = d->dirty + 1;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned write_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!write_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = write_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = write_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- verify: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned verify_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned verify_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_reads(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned verify_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->read_ahead > 0 && d->dirty > d->read_ahead) {
        count_flushes(d);
        d->dirty = 0;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned verify_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!verify_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = verify_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = verify_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- trim: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned trim_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned trim_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_writes(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned trim_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->write_back) {
        d->dirty = d->dirty + 1;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned trim_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!trim_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = trim_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = trim_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- compare: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned compare_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned compare_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_reads(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned compare_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->read_ahead > 0 && d->dirty > d->read_ahead) {
        count_flushes(d);
        d->dirty = 0;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned compare_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!compare_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = compare_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = compare_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- format: one request from its beginning to its end ------------------------------------------------------------ */

static unsigned format_is_valid(unsigned sector, unsigned count)
{
    if (count == 0) {
        return 0;
    }
    if (count > 256) {
        return 0;
    }
    if (sector > UINT32_MAX - count) {
        return 0;
    }
    return 1;
}

/* With the lock held. */
static unsigned format_begin(struct disk_extension *d, unsigned sector)
{
    if (d->state != DISK_STARTED) {
        return GONE;
    }
    if (d->power != POWER_ON) {
        return BUSY;
    }
    if (!d->motor_on) {
        d->motor_on = 1;
    }
    if (!queue_put(d, sector)) {
        return BUSY;
    }
    count_writes(d);
    return SUCCESS;
}

/* With the lock held. */
static unsigned format_finish(struct disk_extension *d, unsigned failures)
{
    unsigned request = 0;

    if (!queue_get(d, &request)) {
        return FAILED;
    }
    if (failures > d->retry_limit) {
        count_errors(d);
        request_done(d);
        return FAILED;
    }
    if (failures > 0) {
        count_retries(d);
    }
    if (d->write_back) {
        d->dirty = d->dirty + 1;
    }
    request_done(d);
    return SUCCESS;
}

static unsigned format_request(struct disk_extension *d, unsigned sector, unsigned count, unsigned failures)
{
    unsigned status;

    if (!format_is_valid(sector, count)) {
        return INVALID;
    }
    acquire(d);
    status = format_begin(d, sector);
    if (status != SUCCESS) {
        release(d);
        return status;
    }
    status = format_finish(d, failures & 3);
    release(d);
    return status;
}

/* ---- control codes ---------------------------------------------------------------------------------------------- */

enum disk_ioctl {
    IOCTL_SET_QUEUE_LIMIT,
    IOCTL_GET_QUEUE_LIMIT,
    IOCTL_SET_READ_AHEAD,
    IOCTL_GET_READ_AHEAD,
    IOCTL_SET_WRITE_BACK,
    IOCTL_GET_WRITE_BACK,
    IOCTL_SET_RETRY_LIMIT,
    IOCTL_GET_RETRY_LIMIT,
    IOCTL_SET_SPIN_DOWN,
    IOCTL_GET_SPIN_DOWN,
    IOCTL_SET_TIMEOUT,
    IOCTL_GET_TIMEOUT,
    IOCTL_SET_SECTOR_SIZE,
    IOCTL_GET_SECTOR_SIZE,
    IOCTL_SET_TRACE_LEVEL,
    IOCTL_GET_TRACE_LEVEL,
    IOCTL_LAST
};

static unsigned control(struct disk_extension *d, unsigned code, unsigned value)
{
    switch (code) {
    case IOCTL_SET_QUEUE_LIMIT:
        return set_queue_limit(d, value);
    case IOCTL_GET_QUEUE_LIMIT:
        return get_queue_limit(d, &value);
    case IOCTL_SET_READ_AHEAD:
        return set_read_ahead(d, value);
    case IOCTL_GET_READ_AHEAD:
        return get_read_ahead(d, &value);
    case IOCTL_SET_WRITE_BACK:
        return set_write_back(d, value);
    case IOCTL_GET_WRITE_BACK:
        return get_write_back(d, &value);
    case IOCTL_SET_RETRY_LIMIT:
        return set_retry_limit(d, value);
    case IOCTL_GET_RETRY_LIMIT:
        return get_retry_limit(d, &value);
    case IOCTL_SET_SPIN_DOWN:
        return set_spin_down(d, value);
    case IOCTL_GET_SPIN_DOWN:
        return get_spin_down(d, &value);
    case IOCTL_SET_TIMEOUT:
        return set_timeout(d, value);
    case IOCTL_GET_TIMEOUT:
        return get_timeout(d, &value);
    case IOCTL_SET_SECTOR_SIZE:
        return set_sector_size(d, value);
    case IOCTL_GET_SECTOR_SIZE:
        return get_sector_size(d, &value);
    case IOCTL_SET_TRACE_LEVEL:
        return set_trace_level(d, value);
    case IOCTL_GET_TRACE_LEVEL:
        return get_trace_level(d, &value);
    default:
        return INVALID;
    }
}

/* Self-test 1: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_1(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 1;
    }
    if (d->pending < length) {
        found |= 2u << 1;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 1;
    }
    if (d->power != POWER_ON && d->motor_on && d->read_ahead != 0) {
        found |= 8u << 1;
    }
    if (!read_ahead_is_valid(d->read_ahead)) {
        found |= 16u << 1;
    }
    return found;
}

/* Self-test 2: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_2(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 2;
    }
    if (d->pending < length) {
        found |= 2u << 2;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 2;
    }
    if (d->power != POWER_ON && d->motor_on && d->write_back != 0) {
        found |= 8u << 2;
    }
    if (!write_back_is_valid(d->write_back)) {
        found |= 16u << 2;
    }
    return found;
}

/* Self-test 3: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_3(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 3;
    }
    if (d->pending < length) {
        found |= 2u << 3;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 3;
    }
    if (d->power != POWER_ON && d->motor_on && d->retry_limit != 0) {
        found |= 8u << 3;
    }
    if (!retry_limit_is_valid(d->retry_limit)) {
        found |= 16u << 3;
    }
    return found;
}

/* Self-test 4: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_4(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 4;
    }
    if (d->pending < length) {
        found |= 2u << 4;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 4;
    }
    if (d->power != POWER_ON && d->motor_on && d->spin_down != 0) {
        found |= 8u << 4;
    }
    if (!spin_down_is_valid(d->spin_down)) {
        found |= 16u << 4;
    }
    return found;
}

/* Self-test 5: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_5(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 5;
    }
    if (d->pending < length) {
        found |= 2u << 5;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 5;
    }
    if (d->power != POWER_ON && d->motor_on && d->timeout != 0) {
        found |= 8u << 5;
    }
    if (!timeout_is_valid(d->timeout)) {
        found |= 16u << 5;
    }
    return found;
}

/* Self-test 6: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_6(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 6;
    }
    if (d->pending < length) {
        found |= 2u << 6;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 6;
    }
    if (d->power != POWER_ON && d->motor_on && d->sector_size != 0) {
        found |= 8u << 6;
    }
    if (!sector_size_is_valid(d->sector_size)) {
        found |= 16u << 6;
    }
    return found;
}

/* Self-test 7: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_7(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 7;
    }
    if (d->pending < length) {
        found |= 2u << 7;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 7;
    }
    if (d->power != POWER_ON && d->motor_on && d->trace_level != 0) {
        found |= 8u << 7;
    }
    if (!trace_level_is_valid(d->trace_level)) {
        found |= 16u << 7;
    }
    return found;
}

/* Self-test 8: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_8(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 0;
    }
    if (d->pending < length) {
        found |= 2u << 0;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 0;
    }
    if (d->power != POWER_ON && d->motor_on && d->queue_limit != 0) {
        found |= 8u << 0;
    }
    if (!queue_limit_is_valid(d->queue_limit)) {
        found |= 16u << 0;
    }
    return found;
}

/* Self-test 9: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_9(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 1;
    }
    if (d->pending < length) {
        found |= 2u << 1;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 1;
    }
    if (d->power != POWER_ON && d->motor_on && d->read_ahead != 0) {
        found |= 8u << 1;
    }
    if (!read_ahead_is_valid(d->read_ahead)) {
        found |= 16u << 1;
    }
    return found;
}

/* Self-test 10: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_10(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 2;
    }
    if (d->pending < length) {
        found |= 2u << 2;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 2;
    }
    if (d->power != POWER_ON && d->motor_on && d->write_back != 0) {
        found |= 8u << 2;
    }
    if (!write_back_is_valid(d->write_back)) {
        found |= 16u << 2;
    }
    return found;
}

/* Self-test 11: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_11(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 3;
    }
    if (d->pending < length) {
        found |= 2u << 3;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 3;
    }
    if (d->power != POWER_ON && d->motor_on && d->retry_limit != 0) {
        found |= 8u << 3;
    }
    if (!retry_limit_is_valid(d->retry_limit)) {
        found |= 16u << 3;
    }
    return found;
}

/* Self-test 12: whether what belongs together fits together. With the lock held; 0 if it does. */
static unsigned self_test_12(struct disk_extension *d)
{
    unsigned found = 0;
    unsigned length = queue_length(d);

    if (length > QUEUE_SIZE - 1) {
        found |= 1u << 4;
    }
    if (d->pending < length) {
        found |= 2u << 4;
    }
    if (d->state == DISK_REMOVED && d->pending != 0) {
        found |= 4u << 4;
    }
    if (d->power != POWER_ON && d->motor_on && d->spin_down != 0) {
        found |= 8u << 4;
    }
    if (!spin_down_is_valid(d->spin_down)) {
        found |= 16u << 4;
    }
    return found;
}

/* ---- dispatch routines ------------------------------------------------------------------------------------------ */

/* Called once, before everything else. */
void disk_setup(void)
{
    struct disk_extension *d = &the_disk;

    disk = d;
    d->state = DISK_STARTED;
    d->power = POWER_ON;
    reset_queue_limit(d);
    reset_read_ahead(d);
    reset_write_back(d);
    reset_retry_limit(d);
    reset_spin_down(d);
    reset_timeout(d);
    reset_sector_size(d);
    reset_trace_level(d);
}

unsigned disk_open(void *extension)
{
    struct disk_extension *d = extension;

    d->open_count = d->open_count + 1;
    acquire(d);
    if (d->state != DISK_STARTED) {
        d->open_count = d->open_count - 1;
        release(d);
        return GONE;
    }
    release(d);
    return SUCCESS;
}

unsigned disk_close(void *extension)
{
    struct disk_extension *d = extension;

    acquire(d);
    if (d->open_count > 0) {
        d->open_count = d->open_count - 1;
    }
    if (d->open_count == 0 && d->dirty > 0) {
        count_flushes(d);
        d->dirty = 0;
    }
    release(d);
    return SUCCESS;
}

unsigned disk_read(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return read_request(d, sector, count, failures);
}

unsigned disk_write(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return write_request(d, sector, count, failures);
}

unsigned disk_verify(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return verify_request(d, sector, count, failures);
}

unsigned disk_trim(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return trim_request(d, sector, count, failures);
}

unsigned disk_compare(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return compare_request(d, sector, count, failures);
}

unsigned disk_format(void *extension, unsigned sector, unsigned count, unsigned failures)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        return GONE;
    }
    return format_request(d, sector, count, failures);
}

unsigned disk_flush(void *extension)
{
    struct disk_extension *d = extension;

    acquire(d);
    if (d->dirty > 0) {
        count_flushes(d);
        d->dirty = 0;
    }
    release(d);
    return SUCCESS;
}

unsigned disk_control(void *extension, unsigned code, unsigned value)
{
    return control(extension, code, value);
}

/* Statistics may be a little old: nobody takes the lock for them. */
unsigned disk_query_statistics(void *extension)
{
    struct disk_extension *d = extension;
    unsigned sum = 0;

    sum += d->reads;
    sum += d->writes;
    sum += d->errors;
    return sum;
}

unsigned disk_clear_statistics(void *extension)
{
    struct disk_extension *d = extension;

    acquire(d);
    clear_reads(d);
    clear_writes(d);
    clear_errors(d);
    clear_retries(d);
    clear_flushes(d);
    clear_interrupts(d);
    release(d);
    return SUCCESS;
}

/* The controller has something to tell. */
void disk_interrupt(void *extension)
{
    struct disk_extension *d = extension;

    d->media_changed = 1;
    acquire(d);
    count_interrupts(d);
    release(d);
}

unsigned disk_pnp_start(void *extension)
{
    struct disk_extension *d = extension;

    d->state = DISK_STARTED;
    d->media_changed = 0;
    d->motor_on = 0;
    reset_queue_limit(d);
    reset_read_ahead(d);
    reset_write_back(d);
    reset_retry_limit(d);
    reset_spin_down(d);
    reset_timeout(d);
    reset_sector_size(d);
    reset_trace_level(d);
    return SUCCESS;
}

unsigned disk_pnp_stop(void *extension)
{
    struct disk_extension *d = extension;

    acquire(d);
    if (d->pending > 0) {
        release(d);
        return BUSY;
    }
    d->state = DISK_STOPPED;
    d->motor_on = 0;
    release(d);
    return SUCCESS;
}

unsigned disk_pnp_remove(void *extension)
{
    struct disk_extension *d = extension;

    d->state = DISK_REMOVED;
    d->dirty = 0;
    d->head = 0;
    d->tail = 0;
    d->pending = 0;
    return SUCCESS;
}

unsigned disk_power_system(void *extension, unsigned level)
{
    struct disk_extension *d = extension;

    if (level > POWER_OFF) {
        return INVALID;
    }
    acquire(d);
    d->power = level;
    if (level != POWER_ON) {
        d->motor_on = 0;
    }
    release(d);
    return SUCCESS;
}

unsigned disk_power_device(void *extension, unsigned on)
{
    struct disk_extension *d = extension;

    if (d->state == DISK_REMOVED) {
        return GONE;
    }
    acquire(d);
    d->motor_on = on & 1;
    release(d);
    return SUCCESS;
}

unsigned disk_self_test(void *extension, unsigned which)
{
    struct disk_extension *d = extension;
    unsigned found;

    acquire(d);
    switch (which) {
    case 1:
        found = self_test_1(d);
        break;
    case 2:
        found = self_test_2(d);
        break;
    case 3:
        found = self_test_3(d);
        break;
    case 4:
        found = self_test_4(d);
        break;
    case 5:
        found = self_test_5(d);
        break;
    case 6:
        found = self_test_6(d);
        break;
    case 7:
        found = self_test_7(d);
        break;
    case 8:
        found = self_test_8(d);
        break;
    case 9:
        found = self_test_9(d);
        break;
    case 10:
        found = self_test_10(d);
        break;
    case 11:
        found = self_test_11(d);
        break;
    case 12:
        found = self_test_12(d);
        break;
    default:
        found = 0;
        break;
    }
    release(d);
    return found;
}
