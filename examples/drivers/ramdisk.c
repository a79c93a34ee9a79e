/*
 * A disk in memory. There is no hardware and no interrupt: its routines run in the thread that calls them. Nothing here
 * races, as long as the system keeps its promises: setting up and unloading write without the lock.
 */
#include <preempt.h>

#define BLOCKS 4u

struct ramdisk_extension {
    unsigned lock;
    unsigned char blocks[BLOCKS];
    unsigned size;
    unsigned users;
    unsigned read_only;
    unsigned loaded;
    unsigned served;
};

static struct ramdisk_extension the_ramdisk;
void *ramdisk;

static void acquire(struct ramdisk_extension *r)
{
    preempt_atomic_begin();
    preempt_block_until(r->lock == 0);
    r->lock = 1;
    preempt_atomic_end();
}

static void release(struct ramdisk_extension *r)
{
    preempt_atomic_begin();
    r->lock = 0;
    preempt_atomic_end();
}

unsigned ramdisk_open(void *extension)
{
    struct ramdisk_extension *r = extension;
    unsigned status = 1;

    acquire(r);
    if (r->loaded) {
        r->users++;
        status = 0;
    }
    release(r);
    return status;
}

unsigned ramdisk_close(void *extension)
{
    struct ramdisk_extension *r = extension;

    acquire(r);
    if (r->users > 0)
        r->users--;
    release(r);
    return 0;
}

unsigned ramdisk_read(void *extension, unsigned block)
{
    struct ramdisk_extension *r = extension;
    unsigned value = 0;

    acquire(r);
    if (r->loaded && block < r->size) {
        value = r->blocks[block];
        r->served++;
    }
    release(r);
    return value;
}

unsigned ramdisk_write(void *extension, unsigned block, unsigned value)
{
    struct ramdisk_extension *r = extension;
    unsigned status = 1;

    acquire(r);
    if (r->loaded && !r->read_only && block < r->size) {
        r->blocks[block] = (unsigned char)value;
        r->served++;
        status = 0;
    }
    release(r);
    return status;
}

unsigned ramdisk_protect(void *extension, unsigned read_only)
{
    struct ramdisk_extension *r = extension;

    acquire(r);
    r->read_only = read_only != 0;
    release(r);
    return 0;
}

/* Called alone. */
unsigned ramdisk_load(void *extension)
{
    struct ramdisk_extension *r = extension;

    r->size = BLOCKS;
    r->read_only = 0;
    r->loaded = 1;
    return 0;
}

/* Called alone, when nobody has it open. */
unsigned ramdisk_unload(void *extension)
{
    struct ramdisk_extension *r = extension;

    r->loaded = 0;
    r->size = 0;
    return 0;
}

void ramdisk_setup(void)
{
    ramdisk = &the_ramdisk;
    ramdisk_load(ramdisk);
}
