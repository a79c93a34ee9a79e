/*
 * A serial port with all that one had: line settings, modem signals, two buffers, events. One lock guards its
 * extension. Faults that are here on purpose: port_open() counts openings without the lock, port_modem_change() sets
 * the carrier and tells of events without it, and port_query_totals() reads the totals without it.
 */
#include <preempt.h>
#include <stdint.h>

#define SUCCESS 0
#define BUSY 1
#define INVALID 2

struct port_extension {
    unsigned lock;
    /* line */
    unsigned baud;
    unsigned data_bits;
    unsigned stop_bits;
    unsigned parity;
    unsigned flow_control;
    unsigned break_on;
    unsigned loopback;
    unsigned invert_rx;
    unsigned invert_tx;
    unsigned auto_baud;
    unsigned idle_gap;
    /* modem */
    unsigned dtr;
    unsigned rts;
    unsigned cts;
    unsigned dsr;
    unsigned ring;
    unsigned carrier;
    unsigned hangup;
    unsigned answer_rings;
    unsigned dial_timeout;
    unsigned escape_char;
    unsigned s_register;
    /* receive */
    unsigned rx_head;
    unsigned rx_tail;
    unsigned rx_count;
    unsigned rx_limit;
    unsigned rx_overruns;
    unsigned rx_framing;
    unsigned rx_parity;
    unsigned rx_breaks;
    unsigned rx_timeout;
    unsigned rx_trigger;
    unsigned rx_total;
    /* transmit */
    unsigned tx_head;
    unsigned tx_tail;
    unsigned tx_count;
    unsigned tx_limit;
    unsigned tx_underruns;
    unsigned tx_stalls;
    unsigned tx_holding;
    unsigned tx_timeout;
    unsigned tx_trigger;
    unsigned tx_total;
    unsigned tx_busy;
    /* device */
    unsigned state;
    unsigned power;
    unsigned wake_enabled;
    unsigned opens;
    unsigned owner;
    unsigned removals;
    unsigned event_mask;
    unsigned event_pending;
    unsigned errors_seen;
    unsigned last_error;
    unsigned revision;
};

static struct port_extension the_port;
void *port;

static void acquire(struct port_extension *p)
{
    preempt_atomic_begin();
    preempt_block_until(p->lock == 0);
    p->lock = 1;
    preempt_atomic_end();
}

static void release(struct port_extension *p)
{
    preempt_atomic_begin();
    p->lock = 0;
    preempt_atomic_end();
}

/* Called once, before everything else. */
void port_setup(void)
{
    struct port_extension *p = &the_port;

    port = p;
    p->baud = 9600;
    p->data_bits = 8;
    p->stop_bits = 1;
    p->rx_limit = 16;
    p->tx_limit = 16;
    p->state = 1;
}

unsigned port_set_line(void *extension, unsigned which, unsigned value)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    switch (which) {
    case 0:
        p->baud = value;
        break;
    case 1:
        p->data_bits = value;
        break;
    case 2:
        p->stop_bits = value;
        break;
    case 3:
        p->parity = value;
        break;
    case 4:
        p->flow_control = value;
        break;
    case 5:
        p->break_on = value;
        break;
    case 6:
        p->loopback = value;
        break;
    case 7:
        p->invert_rx = value;
        break;
    case 8:
        p->invert_tx = value;
        break;
    case 9:
        p->auto_baud = value;
        break;
    case 10:
        p->idle_gap = value;
        break;
    default:
        status = INVALID;
        break;
    }
    release(p);
    return status;
}

unsigned port_get_line(void *extension, unsigned which)
{
    struct port_extension *p = extension;
    unsigned value = 0;

    acquire(p);
    switch (which) {
    case 0:
        value = p->baud;
        break;
    case 1:
        value = p->data_bits;
        break;
    case 2:
        value = p->stop_bits;
        break;
    case 3:
        value = p->parity;
        break;
    case 4:
        value = p->flow_control;
        break;
    case 5:
        value = p->break_on;
        break;
    case 6:
        value = p->loopback;
        break;
    case 7:
        value = p->invert_rx;
        break;
    case 8:
        value = p->invert_tx;
        break;
    case 9:
        value = p->auto_baud;
        break;
    case 10:
        value = p->idle_gap;
        break;
    default:
        break;
    }
    release(p);
    return value;
}

unsigned port_set_modem(void *extension, unsigned which, unsigned value)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    switch (which) {
    case 0:
        p->dtr = value;
        break;
    case 1:
        p->rts = value;
        break;
    case 2:
        p->cts = value;
        break;
    case 3:
        p->dsr = value;
        break;
    case 4:
        p->ring = value;
        break;
    case 5:
        p->hangup = value;
        break;
    case 6:
        p->answer_rings = value;
        break;
    case 7:
        p->dial_timeout = value;
        break;
    case 8:
        p->escape_char = value;
        break;
    case 9:
        p->s_register = value;
        break;
    default:
        status = INVALID;
        break;
    }
    release(p);
    return status;
}

unsigned port_get_modem(void *extension, unsigned which)
{
    struct port_extension *p = extension;
    unsigned value = 0;

    acquire(p);
    switch (which) {
    case 0:
        value = p->dtr;
        break;
    case 1:
        value = p->rts;
        break;
    case 2:
        value = p->cts;
        break;
    case 3:
        value = p->dsr;
        break;
    case 4:
        value = p->ring;
        break;
    case 5:
        value = p->carrier;
        break;
    case 6:
        value = p->hangup;
        break;
    case 7:
        value = p->answer_rings;
        break;
    case 8:
        value = p->dial_timeout;
        break;
    case 9:
        value = p->escape_char;
        break;
    case 10:
        value = p->s_register;
        break;
    default:
        break;
    }
    release(p);
    return value;
}

unsigned port_set_receive(void *extension, unsigned which, unsigned value)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    switch (which) {
    case 0:
        p->rx_head = value;
        break;
    case 1:
        p->rx_tail = value;
        break;
    case 2:
        p->rx_count = value;
        break;
    case 3:
        p->rx_limit = value;
        break;
    case 4:
        p->rx_overruns = value;
        break;
    case 5:
        p->rx_framing = value;
        break;
    case 6:
        p->rx_parity = value;
        break;
    case 7:
        p->rx_breaks = value;
        break;
    case 8:
        p->rx_timeout = value;
        break;
    case 9:
        p->rx_trigger = value;
        break;
    default:
        status = INVALID;
        break;
    }
    release(p);
    return status;
}

unsigned port_get_receive(void *extension, unsigned which)
{
    struct port_extension *p = extension;
    unsigned value = 0;

    acquire(p);
    switch (which) {
    case 0:
        value = p->rx_head;
        break;
    case 1:
        value = p->rx_tail;
        break;
    case 2:
        value = p->rx_count;
        break;
    case 3:
        value = p->rx_limit;
        break;
    case 4:
        value = p->rx_overruns;
        break;
    case 5:
        value = p->rx_framing;
        break;
    case 6:
        value = p->rx_parity;
        break;
    case 7:
        value = p->rx_breaks;
        break;
    case 8:
        value = p->rx_timeout;
        break;
    case 9:
        value = p->rx_trigger;
        break;
    case 10:
        value = p->rx_total;
        break;
    default:
        break;
    }
    release(p);
    return value;
}

unsigned port_set_transmit(void *extension, unsigned which, unsigned value)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    switch (which) {
    case 0:
        p->tx_head = value;
        break;
    case 1:
        p->tx_tail = value;
        break;
    case 2:
        p->tx_count = value;
        break;
    case 3:
        p->tx_limit = value;
        break;
    case 4:
        p->tx_underruns = value;
        break;
    case 5:
        p->tx_stalls = value;
        break;
    case 6:
        p->tx_holding = value;
        break;
    case 7:
        p->tx_timeout = value;
        break;
    case 8:
        p->tx_trigger = value;
        break;
    case 9:
        p->tx_busy = value;
        break;
    default:
        status = INVALID;
        break;
    }
    release(p);
    return status;
}

unsigned port_get_transmit(void *extension, unsigned which)
{
    struct port_extension *p = extension;
    unsigned value = 0;

    acquire(p);
    switch (which) {
    case 0:
        value = p->tx_head;
        break;
    case 1:
        value = p->tx_tail;
        break;
    case 2:
        value = p->tx_count;
        break;
    case 3:
        value = p->tx_limit;
        break;
    case 4:
        value = p->tx_underruns;
        break;
    case 5:
        value = p->tx_stalls;
        break;
    case 6:
        value = p->tx_holding;
        break;
    case 7:
        value = p->tx_timeout;
        break;
    case 8:
        value = p->tx_trigger;
        break;
    case 9:
        value = p->tx_total;
        break;
    case 10:
        value = p->tx_busy;
        break;
    default:
        break;
    }
    release(p);
    return value;
}

unsigned port_set_device(void *extension, unsigned which, unsigned value)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    switch (which) {
    case 0:
        p->state = value;
        break;
    case 1:
        p->power = value;
        break;
    case 2:
        p->wake_enabled = value;
        break;
    case 3:
        p->owner = value;
        break;
    case 4:
        p->removals = value;
        break;
    case 5:
        p->event_mask = value;
        break;
    case 6:
        p->errors_seen = value;
        break;
    case 7:
        p->last_error = value;
        break;
    case 8:
        p->revision = value;
        break;
    default:
        status = INVALID;
        break;
    }
    release(p);
    return status;
}

unsigned port_get_device(void *extension, unsigned which)
{
    struct port_extension *p = extension;
    unsigned value = 0;

    acquire(p);
    switch (which) {
    case 0:
        value = p->state;
        break;
    case 1:
        value = p->power;
        break;
    case 2:
        value = p->wake_enabled;
        break;
    case 3:
        value = p->opens;
        break;
    case 4:
        value = p->owner;
        break;
    case 5:
        value = p->removals;
        break;
    case 6:
        value = p->event_mask;
        break;
    case 7:
        value = p->event_pending;
        break;
    case 8:
        value = p->errors_seen;
        break;
    case 9:
        value = p->last_error;
        break;
    case 10:
        value = p->revision;
        break;
    default:
        break;
    }
    release(p);
    return value;
}

unsigned port_open(void *extension)
{
    struct port_extension *p = extension;

    p->opens = p->opens + 1;
    return SUCCESS;
}

/* The line has changed: called at any time. */
void port_modem_change(void *extension, unsigned carrier)
{
    struct port_extension *p = extension;

    p->carrier = carrier & 1;
    p->event_pending = 1;
}

unsigned port_receive(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    if (p->rx_count >= p->rx_limit) {
        p->rx_overruns = p->rx_overruns + 1;
        release(p);
        return BUSY;
    }
    p->rx_head = p->rx_head + 1;
    p->rx_count = p->rx_count + 1;
    p->rx_total = p->rx_total + 1;
    release(p);
    return SUCCESS;
}

unsigned port_transmit(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    if (p->tx_count >= p->tx_limit) {
        p->tx_stalls = p->tx_stalls + 1;
        release(p);
        return BUSY;
    }
    p->tx_tail = p->tx_tail + 1;
    p->tx_count = p->tx_count + 1;
    p->tx_total = p->tx_total + 1;
    release(p);
    return SUCCESS;
}

/* A little old is new enough. */
unsigned port_query_totals(void *extension)
{
    struct port_extension *p = extension;

    return p->rx_total + p->tx_total;
}

unsigned port_start(void *extension)
{
    struct port_extension *p = extension;

    p->state = 1;
    p->rx_count = 0;
    p->tx_count = 0;
    p->last_error = 0;
    return SUCCESS;
}
