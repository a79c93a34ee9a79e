/*
 * A driver for a disk behind a simple controller: dispatch routines, an interrupt routine and the deferred call behind
 * it, a queue of requests, a small write-back cache, a table of replaced sectors, power and plug and play.
 *
 * The operating system calls the routines at the end of each part from any thread; disk.json lists them, and what it
 * never calls at the same time. Everything that the driver remembers of one disk is in its device extension. One spin
 * lock guards it, but for the fields that say otherwise.
 *
 * Faults that are here on purpose, as they were in real drivers:
 *   - disk_open() counts handles before it takes the lock;
 *   - disk_query_statistics() reads the counters without the lock, which its author took for harmless;
 *   - disk_interrupt() tells of a new medium by a flag that disk_check_verify() clears without a lock;
 *   - disk_power_down() looks at the power state before it takes the lock;
 *   - disk_idle_tick() counts idle time without the lock, and every request sets it back under the lock;
 *   - disk_set_tracing() changes the level of tracing without the lock.
 * Whoever looks for them finds what the paper found in real ones: most fields are guarded well, and the few that are
 * not are those that seemed too simple to need it.
 */
#include <preempt.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what the operating system defines -------------------------------------------------------------------------- */

typedef int status_t;

#define STATUS_SUCCESS 0
#define STATUS_PENDING 1
#define STATUS_INVALID_PARAMETER (-1)
#define STATUS_DEVICE_REMOVED (-2)
#define STATUS_DEVICE_BUSY (-3)
#define STATUS_NO_MEDIA (-4)
#define STATUS_MEDIA_CHANGED (-5)
#define STATUS_IO_ERROR (-6)
#define STATUS_POWERED_OFF (-7)
#define STATUS_NOT_SUPPORTED (-8)
#define STATUS_WRITE_PROTECTED (-9)

/* A lock that who finds it taken spins on. */
struct spin_lock {
    unsigned taken;
};

static void spin_acquire(struct spin_lock *lock)
{
    preempt_atomic_begin();
    preempt_block_until(lock->taken == 0);
    lock->taken = 1;
    preempt_atomic_end();
}

static void spin_release(struct spin_lock *lock)
{
    preempt_atomic_begin();
    lock->taken = 0;
    preempt_atomic_end();
}

static unsigned interlocked_increment(unsigned *counter)
{
    unsigned value;

    preempt_atomic_begin();
    value = ++*counter;
    preempt_atomic_end();
    return value;
}

static unsigned interlocked_decrement(unsigned *counter)
{
    unsigned value;

    preempt_atomic_begin();
    value = --*counter;
    preempt_atomic_end();
    return value;
}

static unsigned interlocked_read(unsigned *counter)
{
    unsigned value;

    preempt_atomic_begin();
    value = *counter;
    preempt_atomic_end();
    return value;
}

/* ---- the device extension --------------------------------------------------------------------------------------- */

#define QUEUE_SLOTS 4
#define CACHE_LINES 2
#define SPARE_SECTORS 3
#define TRACE_ENTRIES 4
#define PARTITIONS 3
#define NO_REQUEST 0xffu
#define NO_SECTOR 0xffffffffu

enum disk_state {
    DISK_ADDED,          /* found, not started yet */
    DISK_STARTED,
    DISK_STOP_PENDING,   /* the system asks whether it may be stopped */
    DISK_STOPPED,
    DISK_REMOVE_PENDING, /* the system asks whether it may be removed */
    DISK_GONE,           /* pulled out without asking */
    DISK_REMOVED
};

enum disk_power {
    POWER_FULL,
    POWER_IDLE,     /* the motor is off */
    POWER_STANDBY,  /* the electronics sleep */
    POWER_OFF
};

enum request_kind { REQUEST_READ, REQUEST_WRITE, REQUEST_FLUSH, REQUEST_VERIFY };

struct request {
    unsigned kind;
    unsigned sector;
    unsigned count;
    unsigned retries;
};

enum line_state { LINE_EMPTY, LINE_CLEAN, LINE_DIRTY };

struct cache_line {
    unsigned state;
    unsigned sector;
    unsigned age;
};

struct spare {
    unsigned from; /* the sector that went bad */
    unsigned to;
};

struct partition {
    unsigned first;
    unsigned count;
};

struct trace_entry {
    unsigned what;
    unsigned detail;
};

struct disk_extension {
    struct spin_lock lock;

    /* plug and play */
    unsigned state;          /* enum disk_state */
    unsigned previous_state; /* where a cancelled question returns to */
    unsigned open_count;     /* handles */
    unsigned io_count;       /* routines that are under way, plus one until it is removed: interlocked */

    /* requests, oldest first */
    struct request queue[QUEUE_SLOTS];
    unsigned queue_head;
    unsigned queue_length;
    unsigned active;         /* the slot that the controller works on, or NO_REQUEST */
    unsigned queue_frozen;   /* nothing is handed to the controller */

    /* cache */
    struct cache_line cache[CACHE_LINES];
    unsigned cache_clock;
    unsigned write_back;     /* writes are answered when they are in the cache */

    /* medium */
    unsigned media_present;
    unsigned media_changed;  /* set by the interrupt routine, which must not wait for a lock */
    unsigned media_locked;   /* handles that asked for the door to stay shut */
    unsigned write_protected;
    unsigned sector_count;
    unsigned sector_shift;   /* size of a sector, as a power of two */

    /* bad sectors */
    struct spare spares[SPARE_SECTORS];
    unsigned spares_used;

    /* partitions, in the order in which they were added */
    struct partition partitions[PARTITIONS];
    unsigned partitions_used;

    /* health */
    unsigned temperature;
    unsigned hottest;
    unsigned overheated;     /* nothing is begun until it has cooled down */

    /* power */
    unsigned power_state;    /* enum disk_power */
    unsigned wake_enabled;
    unsigned idle_ticks;
    unsigned idle_limit;     /* ticks until the motor stops; 0: never */

    /* errors and statistics */
    unsigned retry_limit;
    unsigned last_error;     /* sense key of the last request that failed */
    unsigned reads;
    unsigned writes;
    unsigned errors;
    unsigned retries;

    /* tracing */
    struct trace_entry trace[TRACE_ENTRIES];
    unsigned trace_next;
    unsigned trace_level;

    /* from the interrupt to the deferred call: interlocked */
    unsigned dpc_queued;
};

static struct disk_extension the_disk;
void *disk;

/* ---- the controller --------------------------------------------------------------------------------------------- */

#define COMMAND_READ 0x20u
#define COMMAND_WRITE 0x30u
#define COMMAND_FLUSH 0xe7u
#define COMMAND_VERIFY 0x40u
#define COMMAND_STANDBY 0xe0u
#define COMMAND_SPIN_UP 0xe1u
#define COMMAND_LOCK_DOOR 0xdeu
#define COMMAND_UNLOCK_DOOR 0xdfu

#define STATUS_BIT_ERROR 0x01u
#define STATUS_BIT_ATTENTION 0x02u /* the medium was changed */
#define STATUS_BIT_DONE 0x08u

#define SENSE_NONE 0u
#define SENSE_RECOVERED 1u
#define SENSE_NOT_READY 2u
#define SENSE_MEDIUM 3u
#define SENSE_HARDWARE 4u
#define SENSE_PROTECTED 7u

/* What it was told last; only who holds the disk's lock talks to it. */
static struct {
    unsigned command;
    unsigned sector;
    unsigned count;
    unsigned motor_on;
    unsigned door_locked;
} controller;

static void controller_start(unsigned command, unsigned sector, unsigned count)
{
    controller.command = command;
    controller.sector = sector;
    controller.count = count;
}

static void controller_motor(unsigned on)
{
    controller.command = on ? COMMAND_SPIN_UP : COMMAND_STANDBY;
    controller.motor_on = on;
}

static void controller_door(unsigned lock)
{
    controller.command = lock ? COMMAND_LOCK_DOOR : COMMAND_UNLOCK_DOOR;
    controller.door_locked = lock;
}

/* Reading it acknowledges the interrupt. */
static unsigned controller_status(void)
{
    return preempt_nondet_u8() & (STATUS_BIT_ERROR | STATUS_BIT_ATTENTION | STATUS_BIT_DONE);
}

static unsigned controller_sense(void)
{
    unsigned key = preempt_nondet_u8() & 7u;

    return key == SENSE_NONE ? SENSE_HARDWARE : key;
}

/* ---- tracing ---------------------------------------------------------------------------------------------------- */

#define TRACE_REQUEST 1u
#define TRACE_ERROR 2u
#define TRACE_POWER 3u
#define TRACE_PNP 4u
#define TRACE_MEDIA 5u

/* The last few events, for the debugger. The lock is held. */
static void trace_event(struct disk_extension *d, unsigned what, unsigned detail)
{
    struct trace_entry *entry;

    if (what > d->trace_level)
        return;
    entry = &d->trace[d->trace_next];
    entry->what = what;
    entry->detail = detail;
    d->trace_next = (d->trace_next + 1) % TRACE_ENTRIES;
}

static void trace_clear(struct disk_extension *d)
{
    unsigned n;

    for (n = 0; n < TRACE_ENTRIES; n++) {
        d->trace[n].what = 0;
        d->trace[n].detail = 0;
    }
    d->trace_next = 0;
}

/*
 * Called by a tool of the vendor. The level is one word, so what could go wrong? A reader without the lock sees the
 * old one or the new one; but nothing says that the compiler reads it once.
 */
status_t disk_set_tracing(void *extension, unsigned level)
{
    struct disk_extension *d = extension;

    if (level > TRACE_MEDIA)
        return STATUS_INVALID_PARAMETER;
    d->trace_level = level;
    return STATUS_SUCCESS;
}

/* Copies the oldest entry that was not overwritten yet. */
status_t disk_read_trace(void *extension, unsigned back)
{
    struct disk_extension *d = extension;
    unsigned slot, what;

    if (back >= TRACE_ENTRIES)
        return STATUS_INVALID_PARAMETER;
    spin_acquire(&d->lock);
    slot = (d->trace_next + TRACE_ENTRIES - 1 - back) % TRACE_ENTRIES;
    what = d->trace[slot].what;
    spin_release(&d->lock);
    return what == 0 ? STATUS_NOT_SUPPORTED : STATUS_SUCCESS;
}

/* ---- who is inside, so that removal can wait -------------------------------------------------------------------- */

/* The one that removal takes away is there until then: the count never falls to 0 while the disk may be used. */
static status_t io_begin(struct disk_extension *d)
{
    interlocked_increment(&d->io_count);
    return STATUS_SUCCESS;
}

static void io_end(struct disk_extension *d)
{
    interlocked_decrement(&d->io_count);
}

static void io_wait_for_all(struct disk_extension *d)
{
    interlocked_decrement(&d->io_count);
    preempt_block_until(interlocked_read(&d->io_count) == 0);
}

/* May requests be queued? The lock is held. */
static status_t disk_usable(struct disk_extension *d)
{
    switch (d->state) {
    case DISK_STARTED:
        break;
    case DISK_STOP_PENDING:
    case DISK_REMOVE_PENDING:
        /* They wait in the queue until the question is settled. */
        break;
    case DISK_GONE:
    case DISK_REMOVED:
        return STATUS_DEVICE_REMOVED;
    default:
        return STATUS_DEVICE_BUSY;
    }
    if (d->power_state == POWER_OFF)
        return STATUS_POWERED_OFF;
    return STATUS_SUCCESS;
}

/* ---- bad sectors ------------------------------------------------------------------------------------------------ */

/* Spare sectors are the last ones of the disk, which nobody else may use. */
static unsigned spare_base(const struct disk_extension *d)
{
    return d->sector_count - SPARE_SECTORS;
}

static unsigned spare_lookup(const struct disk_extension *d, unsigned sector)
{
    unsigned n;

    for (n = 0; n < d->spares_used; n++)
        if (d->spares[n].from == sector)
            return d->spares[n].to;
    return sector;
}

/* The sector cannot be written any more: from now on, another one is meant. The lock is held. */
static status_t spare_assign(struct disk_extension *d, unsigned sector)
{
    struct spare *spare;

    if (d->spares_used == SPARE_SECTORS)
        return STATUS_IO_ERROR;
    spare = &d->spares[d->spares_used];
    spare->from = sector;
    spare->to = spare_base(d) + d->spares_used;
    d->spares_used++;
    trace_event(d, TRACE_ERROR, sector);
    return STATUS_SUCCESS;
}

/* ---- the cache -------------------------------------------------------------------------------------------------- */

static struct cache_line *cache_find(struct disk_extension *d, unsigned sector)
{
    unsigned n;

    for (n = 0; n < CACHE_LINES; n++) {
        struct cache_line *line = &d->cache[n];

        if (line->state != LINE_EMPTY && line->sector == sector)
            return line;
    }
    return NULL;
}

/* An empty line, or the one that was not used for longest. */
static struct cache_line *cache_victim(struct disk_extension *d)
{
    struct cache_line *oldest = &d->cache[0];
    unsigned n;

    for (n = 0; n < CACHE_LINES; n++) {
        struct cache_line *line = &d->cache[n];

        if (line->state == LINE_EMPTY)
            return line;
        if (line->age < oldest->age)
            oldest = line;
    }
    return oldest;
}

static void cache_touch(struct disk_extension *d, struct cache_line *line)
{
    d->cache_clock++;
    line->age = d->cache_clock;
}

static unsigned cache_dirty_lines(const struct disk_extension *d)
{
    unsigned n, dirty = 0;

    for (n = 0; n < CACHE_LINES; n++)
        if (d->cache[n].state == LINE_DIRTY)
            dirty++;
    return dirty;
}

/* What the cache had is on the disk now, or is no longer of use. The lock is held. */
static void cache_clean(struct disk_extension *d)
{
    unsigned n;

    for (n = 0; n < CACHE_LINES; n++)
        if (d->cache[n].state == LINE_DIRTY)
            d->cache[n].state = LINE_CLEAN;
}

static void cache_invalidate(struct disk_extension *d)
{
    unsigned n;

    for (n = 0; n < CACHE_LINES; n++) {
        d->cache[n].state = LINE_EMPTY;
        d->cache[n].sector = NO_SECTOR;
        d->cache[n].age = 0;
    }
    d->cache_clock = 0;
}

/* A sector that the controller has delivered. A dirty line is never given up for it. */
static void cache_fill(struct disk_extension *d, unsigned sector)
{
    struct cache_line *line = cache_find(d, sector);

    if (line == NULL) {
        line = cache_victim(d);
        if (line->state == LINE_DIRTY)
            return;
        line->state = LINE_CLEAN;
        line->sector = sector;
    }
    cache_touch(d, line);
}

/* Can a write be answered from the cache? */
static unsigned cache_absorb(struct disk_extension *d, unsigned sector)
{
    struct cache_line *line;

    if (!d->write_back)
        return 0;
    line = cache_find(d, sector);
    if (line == NULL) {
        line = cache_victim(d);
        if (line->state == LINE_DIRTY)
            return 0;
        line->sector = sector;
    }
    line->state = LINE_DIRTY;
    cache_touch(d, line);
    return 1;
}

/* ---- the queue of requests -------------------------------------------------------------------------------------- */

static unsigned queue_is_full(const struct disk_extension *d)
{
    return d->queue_length == QUEUE_SLOTS;
}

static struct request *queue_at(struct disk_extension *d, unsigned n)
{
    return &d->queue[(d->queue_head + n) % QUEUE_SLOTS];
}

/* A flush is a barrier: what came before it stays before it. Of the others, those that lie lower go first. */
static unsigned queue_goes_before(const struct request *later, const struct request *earlier)
{
    if (later->kind == REQUEST_FLUSH || earlier->kind == REQUEST_FLUSH)
        return 0;
    if (later->kind != earlier->kind)
        return 0;
    return later->sector < earlier->sector;
}

/* Puts a new request where the arm passes by; there is room. The active one stays first. The lock is held. */
static void queue_insert(struct disk_extension *d, unsigned kind, unsigned sector, unsigned count)
{
    struct request request = { kind, sector, count, 0 };
    unsigned first = d->active == NO_REQUEST ? 0 : 1;
    unsigned n = d->queue_length;

    while (n > first && queue_goes_before(&request, queue_at(d, n - 1))) {
        *queue_at(d, n) = *queue_at(d, n - 1);
        n--;
    }
    *queue_at(d, n) = request;
    d->queue_length++;
}

/* The oldest one is done with. */
static void queue_drop(struct disk_extension *d)
{
    d->queue_head = (d->queue_head + 1) % QUEUE_SLOTS;
    d->queue_length--;
}

static void queue_fail_all(struct disk_extension *d)
{
    while (d->queue_length > 0) {
        queue_drop(d);
        d->errors++;
    }
    d->active = NO_REQUEST;
}

/* The order of a request to the controller. */
static void request_send(struct disk_extension *d, const struct request *request)
{
    unsigned sector = spare_lookup(d, request->sector);

    switch (request->kind) {
    case REQUEST_READ:
        controller_start(COMMAND_READ, sector, request->count);
        break;
    case REQUEST_WRITE:
        controller_start(COMMAND_WRITE, sector, request->count);
        break;
    case REQUEST_VERIFY:
        controller_start(COMMAND_VERIFY, sector, request->count);
        break;
    default:
        controller_start(COMMAND_FLUSH, 0, 0);
        break;
    }
    trace_event(d, TRACE_REQUEST, sector);
}

static void motor_needed(struct disk_extension *d);

/* Gives the controller something to do, if it is idle and may. The lock is held. */
static void queue_start_next(struct disk_extension *d)
{
    if (d->active != NO_REQUEST || d->queue_length == 0 || d->queue_frozen)
        return;
    if (d->state != DISK_STARTED || d->power_state > POWER_IDLE)
        return;
    motor_needed(d);
    d->active = d->queue_head;
    request_send(d, &d->queue[d->active]);
}

static void queue_freeze(struct disk_extension *d)
{
    d->queue_frozen = 1;
}

static void queue_thaw(struct disk_extension *d)
{
    d->queue_frozen = 0;
    queue_start_next(d);
}

/* ---- completion ------------------------------------------------------------------------------------------------- */

enum verdict { VERDICT_DONE, VERDICT_AGAIN, VERDICT_FAILED };

/* What a sense key means for a request. The lock is held. */
static enum verdict judge(struct disk_extension *d, struct request *request, unsigned sense)
{
    switch (sense) {
    case SENSE_NONE:
    case SENSE_RECOVERED:
        return VERDICT_DONE;
    case SENSE_NOT_READY:
        /* The motor may still be getting up to speed. */
        if (d->media_present && request->retries < d->retry_limit)
            return VERDICT_AGAIN;
        return VERDICT_FAILED;
    case SENSE_MEDIUM:
        if (request->kind == REQUEST_WRITE && spare_assign(d, request->sector) == STATUS_SUCCESS)
            return VERDICT_AGAIN;
        return VERDICT_FAILED;
    case SENSE_PROTECTED:
        d->write_protected = 1;
        return VERDICT_FAILED;
    default:
        return request->retries < d->retry_limit ? VERDICT_AGAIN : VERDICT_FAILED;
    }
}

static void complete_read(struct disk_extension *d, const struct request *request)
{
    d->reads++;
    cache_fill(d, request->sector);
}

static void complete_write(struct disk_extension *d, const struct request *request)
{
    struct cache_line *line = cache_find(d, request->sector);

    d->writes++;
    if (line != NULL)
        line->state = LINE_CLEAN;
}

static void complete_success(struct disk_extension *d, const struct request *request)
{
    switch (request->kind) {
    case REQUEST_READ:
        complete_read(d, request);
        break;
    case REQUEST_WRITE:
        complete_write(d, request);
        break;
    case REQUEST_FLUSH:
        cache_clean(d);
        break;
    default:
        break;
    }
}

static void complete_failure(struct disk_extension *d, const struct request *request, unsigned sense)
{
    d->errors++;
    d->last_error = sense;
    trace_event(d, TRACE_ERROR, sense);
    if (sense == SENSE_NOT_READY && request->kind != REQUEST_FLUSH) {
        d->media_present = 0;
        cache_invalidate(d);
    }
}

/* The controller is done with the active request. The lock is held. */
static void complete_active(struct disk_extension *d, unsigned sense)
{
    struct request *request;

    if (d->active == NO_REQUEST)
        return;
    request = &d->queue[d->active];
    d->active = NO_REQUEST;
    switch (judge(d, request, sense)) {
    case VERDICT_DONE:
        complete_success(d, request);
        queue_drop(d);
        break;
    case VERDICT_AGAIN:
        request->retries++;
        d->retries++;
        break;
    case VERDICT_FAILED:
        complete_failure(d, request, sense);
        queue_drop(d);
        break;
    }
    queue_start_next(d);
}

/* ---- interrupt and deferred call -------------------------------------------------------------------------------- */

/*
 * Called by the system when the controller asks for it. It must be short, and must not wait for the lock, which the
 * code that it interrupts may hold: what takes longer is for the deferred call.
 */
void disk_interrupt(void *extension)
{
    struct disk_extension *d = extension;
    unsigned status = controller_status();

    if (status & STATUS_BIT_ATTENTION)
        d->media_changed = 1;
    if (status & STATUS_BIT_DONE)
        interlocked_increment(&d->dpc_queued);
}

/* Runs soon after the interrupt, on any processor. */
void disk_deferred_call(void *extension)
{
    struct disk_extension *d = extension;
    unsigned failed;

    if (interlocked_read(&d->dpc_queued) == 0)
        return;
    interlocked_decrement(&d->dpc_queued);
    failed = preempt_nondet_bool();
    spin_acquire(&d->lock);
    complete_active(d, failed ? controller_sense() : SENSE_NONE);
    spin_release(&d->lock);
}

/* The controller has not answered for too long: it is reset, and the request is tried once more. */
void disk_watchdog(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    if (d->active != NO_REQUEST && d->state != DISK_GONE) {
        trace_event(d, TRACE_ERROR, d->active);
        complete_active(d, SENSE_HARDWARE);
    }
    spin_release(&d->lock);
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

status_t disk_open(void *extension, unsigned exclusive)
{
    struct disk_extension *d = extension;
    status_t status;

    d->open_count = d->open_count + 1;
    spin_acquire(&d->lock);
    status = disk_usable(d);
    if (status == STATUS_SUCCESS && exclusive && d->open_count > 1)
        status = STATUS_DEVICE_BUSY;
    if (status != STATUS_SUCCESS)
        d->open_count = d->open_count - 1;
    spin_release(&d->lock);
    return status;
}

status_t disk_close(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (d->open_count == 0) {
        status = STATUS_INVALID_PARAMETER;
    } else {
        d->open_count--;
        if (d->open_count == 0 && d->media_locked > 0) {
            /* Whoever forgot to let go of the door. */
            d->media_locked = 0;
            controller_door(0);
        }
    }
    spin_release(&d->lock);
    return status;
}

/* The last handle of a process is going: what it still has in the queue is given up. */
status_t disk_cleanup(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    while (d->queue_length > 0 && d->active != d->queue_head)
        queue_drop(d);
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* ---- read, write, flush ----------------------------------------------------------------------------------------- */

static status_t check_range(const struct disk_extension *d, unsigned sector, unsigned count)
{
    unsigned end = spare_base(d);

    if (count == 0 || count > end)
        return STATUS_INVALID_PARAMETER;
    if (sector > end - count)
        return STATUS_INVALID_PARAMETER;
    return STATUS_SUCCESS;
}

/* The disk is in use: the motor stays on. The lock is held. */
static void motor_needed(struct disk_extension *d)
{
    d->idle_ticks = 0;
    if (d->power_state == POWER_IDLE) {
        controller_motor(1);
        d->power_state = POWER_FULL;
        trace_event(d, TRACE_POWER, POWER_FULL);
    }
}

/* Common to all that transfer something. The lock is held. */
static status_t submit(struct disk_extension *d, unsigned kind, unsigned sector, unsigned count)
{
    status_t status = disk_usable(d);

    if (status != STATUS_SUCCESS)
        return status;
    if (!d->media_present)
        return STATUS_NO_MEDIA;
    if (queue_is_full(d))
        return STATUS_DEVICE_BUSY;
    queue_insert(d, kind, sector, count);
    queue_start_next(d);
    return STATUS_PENDING;
}

status_t disk_read(void *extension, unsigned sector, unsigned count)
{
    struct disk_extension *d = extension;
    struct cache_line *line;
    status_t status;

    io_begin(d);
    spin_acquire(&d->lock);
    status = check_range(d, sector, count);
    if (status == STATUS_SUCCESS) {
        line = count == 1 ? cache_find(d, sector) : NULL;
        if (line != NULL) {
            cache_touch(d, line);
            d->reads++;
            d->idle_ticks = 0;
        } else {
            status = submit(d, REQUEST_READ, sector, count);
        }
    }
    spin_release(&d->lock);
    io_end(d);
    return status;
}

status_t disk_write(void *extension, unsigned sector, unsigned count)
{
    struct disk_extension *d = extension;
    status_t status;

    io_begin(d);
    spin_acquire(&d->lock);
    status = check_range(d, sector, count);
    if (status == STATUS_SUCCESS && d->write_protected)
        status = STATUS_WRITE_PROTECTED;
    if (status == STATUS_SUCCESS) {
        if (count == 1 && d->state == DISK_STARTED && cache_absorb(d, sector))
            d->writes++;
        else
            status = submit(d, REQUEST_WRITE, sector, count);
    }
    spin_release(&d->lock);
    io_end(d);
    return status;
}

status_t disk_flush(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    io_begin(d);
    spin_acquire(&d->lock);
    if (cache_dirty_lines(d) > 0)
        status = submit(d, REQUEST_FLUSH, 0, 0);
    spin_release(&d->lock);
    io_end(d);
    return status;
}

/* ---- control ---------------------------------------------------------------------------------------------------- */

struct disk_statistics {
    unsigned reads;
    unsigned writes;
    unsigned errors;
    unsigned retries;
};

/* A little old is new enough, and the lock is busy: so nobody takes it here. */
status_t disk_query_statistics(void *extension)
{
    struct disk_extension *d = extension;
    struct disk_statistics copy;

    copy.reads = d->reads;
    copy.writes = d->writes;
    copy.errors = d->errors;
    copy.retries = d->retries;
    return copy.errors > copy.reads + copy.writes ? STATUS_IO_ERROR : STATUS_SUCCESS;
}

status_t disk_reset_statistics(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    d->reads = 0;
    d->writes = 0;
    d->errors = 0;
    d->retries = 0;
    d->last_error = SENSE_NONE;
    trace_clear(d);
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

struct disk_geometry {
    unsigned cylinders;
    unsigned heads;
    unsigned sectors;
    unsigned sector_bytes;
};

/* There are no cylinders any more; file systems still ask for them. */
status_t disk_query_geometry(void *extension)
{
    struct disk_extension *d = extension;
    struct disk_geometry geometry;
    status_t status;

    spin_acquire(&d->lock);
    status = disk_usable(d);
    if (status == STATUS_SUCCESS && !d->media_present)
        status = STATUS_NO_MEDIA;
    if (status == STATUS_SUCCESS) {
        geometry.heads = 2;
        geometry.sectors = 8;
        geometry.cylinders = spare_base(d) / (geometry.heads * geometry.sectors);
        geometry.sector_bytes = 1u << d->sector_shift;
        if (geometry.cylinders == 0)
            status = STATUS_NOT_SUPPORTED;
    }
    spin_release(&d->lock);
    return status;
}

/* Is the medium still the one that the file system knows? The answer is given once. */
status_t disk_check_verify(void *extension)
{
    struct disk_extension *d = extension;

    if (d->media_changed) {
        d->media_changed = 0;
        spin_acquire(&d->lock);
        cache_invalidate(d);
        d->media_present = 1;
        d->write_protected = 0;
        trace_event(d, TRACE_MEDIA, 1);
        spin_release(&d->lock);
        return STATUS_MEDIA_CHANGED;
    }
    return STATUS_SUCCESS;
}

/* The door stays shut until everybody who asked for that lets go. */
status_t disk_lock_media(void *extension, unsigned lock)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (lock) {
        d->media_locked++;
        if (d->media_locked == 1)
            controller_door(1);
    } else if (d->media_locked == 0) {
        status = STATUS_INVALID_PARAMETER;
    } else {
        d->media_locked--;
        if (d->media_locked == 0)
            controller_door(0);
    }
    spin_release(&d->lock);
    return status;
}

status_t disk_eject(void *extension)
{
    struct disk_extension *d = extension;
    status_t status;

    io_begin(d);
    spin_acquire(&d->lock);
    status = disk_usable(d);
    if (status == STATUS_SUCCESS && (d->media_locked > 0 || cache_dirty_lines(d) > 0))
        status = STATUS_DEVICE_BUSY;
    if (status == STATUS_SUCCESS) {
        queue_fail_all(d);
        cache_invalidate(d);
        d->media_present = 0;
        controller_motor(0);
        d->power_state = POWER_IDLE;
        trace_event(d, TRACE_MEDIA, 0);
    }
    spin_release(&d->lock);
    io_end(d);
    return status;
}

/* Reads without delivering: are these sectors good? */
status_t disk_verify(void *extension, unsigned sector, unsigned count)
{
    struct disk_extension *d = extension;
    status_t status;

    io_begin(d);
    spin_acquire(&d->lock);
    status = check_range(d, sector, count);
    if (status == STATUS_SUCCESS)
        status = submit(d, REQUEST_VERIFY, sector, count);
    spin_release(&d->lock);
    io_end(d);
    return status;
}

/* A tool has found a sector to be bad. */
status_t disk_reassign(void *extension, unsigned sector)
{
    struct disk_extension *d = extension;
    struct cache_line *line;
    status_t status;

    io_begin(d);
    spin_acquire(&d->lock);
    status = check_range(d, sector, 1);
    if (status == STATUS_SUCCESS && spare_lookup(d, sector) != sector)
        status = STATUS_INVALID_PARAMETER;
    if (status == STATUS_SUCCESS)
        status = spare_assign(d, sector);
    if (status == STATUS_SUCCESS) {
        line = cache_find(d, sector);
        if (line != NULL && line->state == LINE_CLEAN)
            line->state = LINE_EMPTY;
    }
    spin_release(&d->lock);
    io_end(d);
    return status;
}

/* Turned off, the cache has to be written first. */
status_t disk_set_write_cache(void *extension, unsigned on)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (on) {
        d->write_back = 1;
    } else {
        d->write_back = 0;
        if (cache_dirty_lines(d) > 0)
            status = submit(d, REQUEST_FLUSH, 0, 0);
    }
    spin_release(&d->lock);
    return status;
}

status_t disk_set_retries(void *extension, unsigned limit)
{
    struct disk_extension *d = extension;

    if (limit > 16)
        return STATUS_INVALID_PARAMETER;
    spin_acquire(&d->lock);
    d->retry_limit = limit;
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* Sense key of what failed last, once. */
status_t disk_request_sense(void *extension)
{
    struct disk_extension *d = extension;
    unsigned key;

    spin_acquire(&d->lock);
    key = d->last_error;
    d->last_error = SENSE_NONE;
    spin_release(&d->lock);
    return key == SENSE_NONE ? STATUS_SUCCESS : STATUS_IO_ERROR;
}

/* ---- partitions ------------------------------------------------------------------------------------------------- */

/* What the first sector says, as the system found it there. Only who sets partitions up changes it. */
static status_t partition_find_overlap(const struct disk_extension *d, unsigned first, unsigned count)
{
    unsigned n;

    for (n = 0; n < d->partitions_used; n++) {
        const struct partition *p = &d->partitions[n];

        if (first < p->first + p->count && p->first < first + count)
            return STATUS_INVALID_PARAMETER;
    }
    return STATUS_SUCCESS;
}

status_t disk_add_partition(void *extension, unsigned first, unsigned count)
{
    struct disk_extension *d = extension;
    status_t status;

    spin_acquire(&d->lock);
    status = check_range(d, first, count);
    if (status == STATUS_SUCCESS && d->partitions_used == PARTITIONS)
        status = STATUS_DEVICE_BUSY;
    if (status == STATUS_SUCCESS)
        status = partition_find_overlap(d, first, count);
    if (status == STATUS_SUCCESS) {
        d->partitions[d->partitions_used].first = first;
        d->partitions[d->partitions_used].count = count;
        d->partitions_used++;
    }
    spin_release(&d->lock);
    return status;
}

/* All of them at once: somebody is about to write a new table. */
status_t disk_forget_partitions(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (d->open_count > 1)
        status = STATUS_DEVICE_BUSY;
    else
        d->partitions_used = 0;
    spin_release(&d->lock);
    return status;
}

/* A sector of a partition as one of the disk. */
status_t disk_translate(void *extension, unsigned number, unsigned sector)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_INVALID_PARAMETER;

    if (number >= PARTITIONS)
        return status;
    spin_acquire(&d->lock);
    if (number < d->partitions_used && sector < d->partitions[number].count)
        status = check_range(d, d->partitions[number].first + sector, 1);
    spin_release(&d->lock);
    return status;
}

/* ---- the disk's own health -------------------------------------------------------------------------------------- */

#define TOO_HOT 60u
#define COOL_AGAIN 50u

/*
 * Once a minute. A disk that is too hot gets nothing to do until it has cooled down; between the two marks it stays as
 * it was, so that it does not change back and forth.
 */
void disk_health_poll(void *extension, unsigned degrees)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    d->temperature = degrees;
    if (degrees > d->hottest)
        d->hottest = degrees;
    if (degrees >= TOO_HOT && !d->overheated) {
        d->overheated = 1;
        queue_freeze(d);
        trace_event(d, TRACE_POWER, degrees);
    } else if (degrees <= COOL_AGAIN && d->overheated) {
        d->overheated = 0;
        if (d->state == DISK_STARTED)
            queue_thaw(d);
    }
    spin_release(&d->lock);
}

/* Does the disk expect to fail soon? */
status_t disk_predict_failure(void *extension)
{
    struct disk_extension *d = extension;
    unsigned signs = 0;

    spin_acquire(&d->lock);
    if (d->spares_used == SPARE_SECTORS)
        signs++;
    if (d->hottest >= TOO_HOT)
        signs++;
    if (d->errors > 0 && d->errors >= d->reads + d->writes)
        signs++;
    spin_release(&d->lock);
    return signs >= 2 ? STATUS_IO_ERROR : STATUS_SUCCESS;
}

/* ---- a dump when the system has crashed ------------------------------------------------------------------------- */

/*
 * Nobody else runs any more, and whoever holds the lock will never let go of it: so it is not taken. The system
 * promises that this is called alone.
 */
status_t disk_crash_write(void *extension, unsigned sector)
{
    struct disk_extension *d = extension;

    if (d->state != DISK_STARTED || !d->media_present || d->write_protected)
        return STATUS_IO_ERROR;
    if (check_range(d, sector, 1) != STATUS_SUCCESS)
        return STATUS_INVALID_PARAMETER;
    d->queue_frozen = 1;
    d->active = NO_REQUEST;
    controller_start(COMMAND_WRITE, spare_lookup(d, sector), 1);
    return controller_status() & STATUS_BIT_ERROR ? STATUS_IO_ERROR : STATUS_SUCCESS;
}

/* ---- power ------------------------------------------------------------------------------------------------------ */

/* Once in a while: nobody has used the disk? The system's timer calls it on any processor. */
void disk_idle_tick(void *extension)
{
    struct disk_extension *d = extension;

    d->idle_ticks = d->idle_ticks + 1;
    spin_acquire(&d->lock);
    if (d->idle_limit != 0 && d->idle_ticks >= d->idle_limit && d->active == NO_REQUEST &&
        d->power_state == POWER_FULL) {
        controller_motor(0);
        d->power_state = POWER_IDLE;
        trace_event(d, TRACE_POWER, POWER_IDLE);
    }
    spin_release(&d->lock);
}

status_t disk_set_idle_limit(void *extension, unsigned ticks)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    d->idle_limit = ticks;
    d->idle_ticks = 0;
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* The way down: what is in the cache is written first, and nothing is begun any more. */
status_t disk_power_down(void *extension, unsigned target)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    if (target != POWER_STANDBY && target != POWER_OFF)
        return STATUS_INVALID_PARAMETER;
    if (d->power_state == target)
        return STATUS_SUCCESS;
    spin_acquire(&d->lock);
    if (d->active != NO_REQUEST) {
        status = STATUS_PENDING;
        queue_freeze(d);
    } else {
        cache_clean(d);
        controller_motor(0);
        d->power_state = target;
        queue_freeze(d);
        trace_event(d, TRACE_POWER, target);
    }
    spin_release(&d->lock);
    return status;
}

/* The way up: requests that waited are begun. */
status_t disk_power_up(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    if (d->power_state != POWER_FULL) {
        controller_motor(1);
        d->power_state = POWER_FULL;
        d->idle_ticks = 0;
        trace_event(d, TRACE_POWER, POWER_FULL);
    }
    queue_thaw(d);
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* May the disk wake the machine, when somebody puts a medium in? */
status_t disk_set_wake(void *extension, unsigned enable)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (enable && d->state != DISK_STARTED)
        status = STATUS_DEVICE_BUSY;
    else
        d->wake_enabled = enable != 0;
    spin_release(&d->lock);
    return status;
}

/* ---- plug and play ---------------------------------------------------------------------------------------------- */

static const unsigned usual_retries = 3;

/*
 * Everything that a started disk begins with. The system starts a disk before anybody can open it, and again after it
 * was stopped, when nobody is inside: so no lock is needed, as long as that is true.
 */
status_t disk_pnp_start(void *extension)
{
    struct disk_extension *d = extension;

    d->sector_count = 1024;
    d->sector_shift = 9;
    d->media_present = 1;
    d->write_protected = 0;
    d->retry_limit = usual_retries;
    d->idle_limit = 100;
    d->write_back = 1;
    d->power_state = POWER_FULL;
    d->previous_state = d->state;
    d->state = DISK_STARTED;
    return STATUS_SUCCESS;
}

/* May the resources be taken away for a while? Requests wait in the queue from now on. */
status_t disk_pnp_query_stop(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (d->state != DISK_STARTED || d->media_locked > 0) {
        status = STATUS_DEVICE_BUSY;
    } else {
        d->previous_state = d->state;
        d->state = DISK_STOP_PENDING;
        queue_freeze(d);
        trace_event(d, TRACE_PNP, DISK_STOP_PENDING);
    }
    spin_release(&d->lock);
    return status;
}

status_t disk_pnp_cancel_stop(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    if (d->state == DISK_STOP_PENDING) {
        d->state = d->previous_state;
        queue_thaw(d);
    }
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

status_t disk_pnp_stop(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (d->state != DISK_STOP_PENDING) {
        status = STATUS_INVALID_PARAMETER;
    } else {
        cache_clean(d);
        controller_motor(0);
        d->state = DISK_STOPPED;
        trace_event(d, TRACE_PNP, DISK_STOPPED);
    }
    spin_release(&d->lock);
    return status;
}

/* May it go for good? Not while somebody has it open. */
status_t disk_pnp_query_remove(void *extension)
{
    struct disk_extension *d = extension;
    status_t status = STATUS_SUCCESS;

    spin_acquire(&d->lock);
    if (d->open_count > 0 || cache_dirty_lines(d) > 0) {
        status = STATUS_DEVICE_BUSY;
    } else {
        d->previous_state = d->state;
        d->state = DISK_REMOVE_PENDING;
        queue_freeze(d);
        trace_event(d, TRACE_PNP, DISK_REMOVE_PENDING);
    }
    spin_release(&d->lock);
    return status;
}

status_t disk_pnp_cancel_remove(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    if (d->state == DISK_REMOVE_PENDING) {
        d->state = d->previous_state;
        queue_thaw(d);
    }
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* Somebody has pulled it out: what waits fails, and what is in the cache is lost. */
status_t disk_pnp_surprise_removal(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    d->previous_state = d->state;
    d->state = DISK_GONE;
    d->media_present = 0;
    d->media_locked = 0;
    d->wake_enabled = 0;
    queue_fail_all(d);
    cache_invalidate(d);
    trace_event(d, TRACE_PNP, DISK_GONE);
    spin_release(&d->lock);
    return STATUS_SUCCESS;
}

/* The end: nobody can come in any more, and who is inside is waited for. */
status_t disk_pnp_remove(void *extension)
{
    struct disk_extension *d = extension;

    spin_acquire(&d->lock);
    d->state = DISK_REMOVED;
    queue_fail_all(d);
    cache_invalidate(d);
    trace_event(d, TRACE_PNP, DISK_REMOVED);
    spin_release(&d->lock);
    io_wait_for_all(d);
    d->open_count = 0;
    return STATUS_SUCCESS;
}

/* ---- the beginning ---------------------------------------------------------------------------------------------- */

/*
 * Called once, before everything else: the disk is started, somebody has it open, and its first sector, which says
 * what is on it, is being read.
 */
void disk_setup(void)
{
    struct disk_extension *d = &the_disk;

    disk = d;
    d->active = NO_REQUEST;
    d->io_count = 1;
    d->trace_level = TRACE_POWER;
    cache_invalidate(d);
    disk_pnp_start(d);
    d->open_count = 1;
    submit(d, REQUEST_READ, 0, 1);
    d->dpc_queued = 1;
}
