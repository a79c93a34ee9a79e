/*
 * A driver for a serial port, with all that one has: line settings, modem signals, two rings, flow control, timeouts,
 * events that a program waits for. The interrupt routine moves bytes; everything else is asked for by dispatch
 * routines, from any thread. port.json lists them, and what the system never calls at the same time.
 *
 * One lock guards the extension, but for the fields that say otherwise. Faults that are here on purpose:
 *   - port_open() looks at, and counts, openings before it takes the lock;
 *   - port_modem_signals() tells of the carrier, and of an event, without the lock;
 *   - port_query_counts() reads two totals without it;
 *   - port_set_timeouts() changes two timeouts without it, which port_read() looks at under it;
 *   - port_report_drain() looks at `drain_result` when it is told that it is there, and that is told too early.
 */
#include <preempt.h>
#include <stdint.h>

#define SUCCESS 0
#define PENDING 1
#define BUSY 2
#define INVALID 3
#define GONE 4
#define TIMED_OUT 5

#define RING 4u

#define EVENT_RX_CHAR 0x01u
#define EVENT_TX_EMPTY 0x02u
#define EVENT_BREAK 0x04u
#define EVENT_ERROR 0x08u
#define EVENT_CARRIER 0x10u
#define EVENT_RING 0x20u

#define LINE_OVERRUN 0x1u
#define LINE_PARITY 0x2u
#define LINE_FRAMING 0x4u
#define LINE_BREAK 0x8u

#define FLOW_NONE 0u
#define FLOW_HARDWARE 1u
#define FLOW_XON_XOFF 2u

#define XON 0x11u
#define XOFF 0x13u

enum port_state { PORT_STOPPED, PORT_STARTED, PORT_REMOVED };
enum port_power { PORT_AWAKE, PORT_ASLEEP };

struct port_extension {
    unsigned lock;

    /* plug and play, power */
    unsigned state;
    unsigned power;
    unsigned wake_on_ring;
    unsigned opens;
    unsigned users;           /* routines that are inside: interlocked */
    unsigned owner;           /* who opened it for himself alone */

    /* line */
    unsigned baud;
    unsigned divisor;         /* of the clock, for that baud rate */
    unsigned data_bits;
    unsigned stop_bits;
    unsigned parity;
    unsigned break_on;
    unsigned loopback;
    unsigned fifo_on;
    unsigned fifo_trigger;

    /* modem signals */
    unsigned dtr;
    unsigned rts;
    unsigned cts;
    unsigned dsr;
    unsigned carrier;
    unsigned ring_count;

    /* flow control */
    unsigned flow_mode;
    unsigned rx_held;         /* the other side was asked to stop */
    unsigned tx_held;         /* the other side has asked us to stop */
    unsigned xon_limit;
    unsigned xoff_limit;
    unsigned xon_char;
    unsigned xoff_char;

    /* receive */
    unsigned char rx_ring[RING];
    unsigned rx_first;
    unsigned rx_count;
    unsigned rx_total;
    unsigned rx_overruns;
    unsigned rx_parity_errors;
    unsigned rx_framing_errors;
    unsigned rx_breaks;
    unsigned error_char;      /* takes the place of a byte that came wrong; 0: none does */

    /* transmit */
    unsigned char tx_ring[RING];
    unsigned tx_first;
    unsigned tx_count;
    unsigned tx_total;
    unsigned tx_busy;         /* the shift register is not empty */
    unsigned tx_immediate;    /* a byte that goes first, plus 1; 0: none */

    /* timeouts, in ticks */
    unsigned read_timeout;
    unsigned read_interval;
    unsigned write_timeout;
    unsigned timeouts_hit;

    /* waiting for what is being sent */
    unsigned drain_asked;
    unsigned drain_told;
    unsigned drain_result;

    /* events */
    unsigned wait_mask;
    unsigned wait_pending;    /* somebody waits for one */
    unsigned events;          /* that have happened since somebody asked */

    /* diagnostics */
    unsigned interrupts;
    unsigned spurious;
    unsigned last_line_status;
};

static struct port_extension the_port;
void *port;

/* ---- locks ------------------------------------------------------------------------------------------------------ */

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

/* Nobody gets in once the port is removed; whoever is in is counted. */
static unsigned enter(struct port_extension *p)
{
    unsigned is_in = 0;

    preempt_atomic_begin();
    if (p->users != 0) {
        p->users++;
        is_in = 1;
    }
    preempt_atomic_end();
    return is_in;
}

static void leave(struct port_extension *p)
{
    preempt_atomic_begin();
    p->users--;
    preempt_atomic_end();
}

/* ---- the chip --------------------------------------------------------------------------------------------------- */

#define CAUSE_NONE 0u
#define CAUSE_RECEIVED 1u
#define CAUSE_SENT 2u
#define CAUSE_LINE 3u

static unsigned chip_cause(void)
{
    return preempt_nondet_u8() & 3u;
}

static unsigned chip_data(void)
{
    return preempt_nondet_u8();
}

static unsigned chip_line_status(void)
{
    return preempt_nondet_u8() & (LINE_OVERRUN | LINE_PARITY | LINE_FRAMING | LINE_BREAK);
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

/* Something happened that somebody may wait for. The lock is held. */
static void tell(struct port_extension *p, unsigned event)
{
    if ((p->wait_mask & event) == 0)
        return;
    p->events |= event;
    p->wait_pending = 0;
}

unsigned port_set_wait_mask(void *extension, unsigned mask)
{
    struct port_extension *p = extension;

    acquire(p);
    p->wait_mask = mask;
    p->events = 0;
    /* Who waits by the old mask is told that it is over. */
    p->wait_pending = 0;
    release(p);
    return SUCCESS;
}

unsigned port_wait(void *extension)
{
    struct port_extension *p = extension;
    unsigned status;

    acquire(p);
    if (p->wait_mask == 0 || p->wait_pending) {
        status = INVALID;
    } else if (p->events != 0) {
        p->events = 0;
        status = SUCCESS;
    } else {
        p->wait_pending = 1;
        status = PENDING;
    }
    release(p);
    return status;
}

/* ---- flow control ----------------------------------------------------------------------------------------------- */

/* The ring is filling: the other side has to stop. The lock is held. */
static void hold_receiver(struct port_extension *p)
{
    if (p->rx_held || p->rx_count < p->xoff_limit)
        return;
    switch (p->flow_mode) {
    case FLOW_HARDWARE:
        p->rts = 0;
        break;
    case FLOW_XON_XOFF:
        p->tx_immediate = p->xoff_char + 1;
        break;
    default:
        return;
    }
    p->rx_held = 1;
}

static void free_receiver(struct port_extension *p)
{
    if (!p->rx_held || p->rx_count > p->xon_limit)
        return;
    if (p->flow_mode == FLOW_HARDWARE)
        p->rts = 1;
    else
        p->tx_immediate = p->xon_char + 1;
    p->rx_held = 0;
}

/* Is a byte one that stops or starts our own sending? Such a one is not delivered. */
static unsigned is_for_flow(struct port_extension *p, unsigned byte)
{
    if (p->flow_mode != FLOW_XON_XOFF)
        return 0;
    if (byte == p->xoff_char) {
        p->tx_held = 1;
        return 1;
    }
    if (byte == p->xon_char) {
        p->tx_held = 0;
        return 1;
    }
    return 0;
}

unsigned port_set_flow(void *extension, unsigned mode, unsigned low, unsigned high)
{
    struct port_extension *p = extension;

    if (mode > FLOW_XON_XOFF || low > high || high > RING)
        return INVALID;
    acquire(p);
    p->flow_mode = mode;
    p->xon_limit = low;
    p->xoff_limit = high;
    p->xon_char = XON;
    p->xoff_char = XOFF;
    if (mode == FLOW_NONE) {
        p->tx_held = 0;
        p->rx_held = 0;
    }
    release(p);
    return SUCCESS;
}

/* As if the other side had asked for it. */
unsigned port_force_flow(void *extension, unsigned stop)
{
    struct port_extension *p = extension;

    acquire(p);
    p->tx_held = stop != 0;
    release(p);
    return SUCCESS;
}

/* ---- the interrupt ---------------------------------------------------------------------------------------------- */

static void put_received(struct port_extension *p, unsigned byte)
{
    if (p->rx_count == RING) {
        p->rx_overruns++;
        tell(p, EVENT_ERROR);
        return;
    }
    p->rx_ring[(p->rx_first + p->rx_count) % RING] = (unsigned char)byte;
    p->rx_count++;
    p->rx_total++;
    hold_receiver(p);
    tell(p, EVENT_RX_CHAR);
}

static void send_next(struct port_extension *p)
{
    if (p->tx_immediate != 0) {
        p->tx_immediate = 0;
        p->tx_busy = 1;
        return;
    }
    if (p->tx_count == 0 || p->tx_held) {
        p->tx_busy = 0;
        if (p->tx_count == 0)
            tell(p, EVENT_TX_EMPTY);
        return;
    }
    p->tx_first = (p->tx_first + 1) % RING;
    p->tx_count--;
    p->tx_total++;
    p->tx_busy = 1;
}

static void line_trouble(struct port_extension *p, unsigned status)
{
    p->last_line_status = status;
    if (status & LINE_OVERRUN)
        p->rx_overruns++;
    if (status & LINE_PARITY)
        p->rx_parity_errors++;
    if (status & LINE_FRAMING)
        p->rx_framing_errors++;
    if (status & LINE_BREAK) {
        p->rx_breaks++;
        tell(p, EVENT_BREAK);
    }
    if ((status & (LINE_PARITY | LINE_FRAMING)) && p->error_char != 0)
        put_received(p, p->error_char);
    if (status != 0)
        tell(p, EVENT_ERROR);
}

/* The lock here is one that the interrupt routine may take: who holds it keeps the interrupt out. */
void port_interrupt(void *extension)
{
    struct port_extension *p = extension;
    unsigned byte;

    acquire(p);
    p->interrupts++;
    switch (chip_cause()) {
    case CAUSE_RECEIVED:
        byte = chip_data();
        if (!is_for_flow(p, byte))
            put_received(p, byte);
        break;
    case CAUSE_SENT:
        send_next(p);
        break;
    case CAUSE_LINE:
        line_trouble(p, chip_line_status());
        break;
    default:
        p->spurious++;
        break;
    }
    release(p);
}

/* The signals of the modem have changed. The routine is called by the chip's own driver, at any time. */
void port_modem_signals(void *extension, unsigned signals)
{
    struct port_extension *p = extension;

    p->carrier = signals & 1u;
    if (signals & 1u)
        p->events = p->events | EVENT_CARRIER;
    acquire(p);
    p->cts = (signals >> 1) & 1u;
    p->dsr = (signals >> 2) & 1u;
    if (signals & 8u) {
        p->ring_count++;
        tell(p, EVENT_RING);
    }
    if (p->flow_mode == FLOW_HARDWARE)
        p->tx_held = !p->cts;
    release(p);
}

/* ---- open and close --------------------------------------------------------------------------------------------- */

unsigned port_open(void *extension, unsigned who)
{
    struct port_extension *p = extension;

    if (p->opens != 0)
        return BUSY;
    p->opens = p->opens + 1;
    acquire(p);
    p->owner = who;
    p->rx_first = 0;
    p->rx_count = 0;
    p->dtr = 1;
    p->rts = 1;
    p->rx_held = 0;
    release(p);
    return SUCCESS;
}

unsigned port_close(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    p->dtr = 0;
    p->rts = 0;
    p->break_on = 0;
    p->owner = 0;
    p->wait_mask = 0;
    p->wait_pending = 0;
    p->opens = 0;
    release(p);
    return SUCCESS;
}

/* ---- read and write --------------------------------------------------------------------------------------------- */

unsigned port_read(void *extension, unsigned wanted)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    if (!enter(p))
        return GONE;
    acquire(p);
    if (p->rx_count == 0) {
        if (p->read_timeout == 0 && p->read_interval == 0) {
            status = PENDING;
        } else {
            p->timeouts_hit++;
            status = TIMED_OUT;
        }
    }
    while (p->rx_count > 0 && wanted > 0) {
        p->rx_first = (p->rx_first + 1) % RING;
        p->rx_count--;
        wanted--;
    }
    free_receiver(p);
    release(p);
    leave(p);
    return status;
}

unsigned port_write(void *extension, unsigned byte)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    if (!enter(p))
        return GONE;
    acquire(p);
    if (p->state != PORT_STARTED || p->power == PORT_ASLEEP) {
        status = BUSY;
    } else if (p->tx_count == RING) {
        if (p->write_timeout != 0)
            p->timeouts_hit++;
        status = p->write_timeout == 0 ? PENDING : TIMED_OUT;
    } else {
        p->tx_ring[(p->tx_first + p->tx_count) % RING] = (unsigned char)byte;
        p->tx_count++;
        if (!p->tx_busy)
            send_next(p);
    }
    release(p);
    leave(p);
    return status;
}

/* A byte that overtakes all the others. */
unsigned port_write_immediate(void *extension, unsigned byte)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    if (p->tx_immediate != 0)
        status = BUSY;
    else
        p->tx_immediate = (byte & 0xffu) + 1;
    release(p);
    return status;
}

unsigned port_purge(void *extension, unsigned which)
{
    struct port_extension *p = extension;

    acquire(p);
    if (which & 1u) {
        p->rx_count = 0;
        free_receiver(p);
    }
    if (which & 2u) {
        p->tx_count = 0;
        p->tx_immediate = 0;
    }
    release(p);
    return SUCCESS;
}

/*
 * Until everything is sent: one thread asks, the one that drains the chip answers when it sees that, and the first
 * reads the answer, if it is there already.
 */
unsigned port_report_drain(void *extension)
{
    struct port_extension *p = extension;
    unsigned is_told, result = PENDING;

    acquire(p);
    p->drain_asked = 1;
    p->drain_told = 0;
    release(p);
    acquire(p);
    is_told = p->drain_told;
    release(p);
    if (is_told)
        result = p->drain_result;
    return result;
}

void port_drained(void *extension)
{
    struct port_extension *p = extension;
    unsigned is_asked;

    acquire(p);
    is_asked = p->drain_asked;
    if (is_asked)
        p->drain_told = 1;
    release(p);
    /* Too late: who was told may look already. */
    if (is_asked)
        p->drain_result = SUCCESS;
}

/* ---- control ---------------------------------------------------------------------------------------------------- */

#define CLOCK 115200u

unsigned port_set_baud(void *extension, unsigned baud)
{
    struct port_extension *p = extension;

    if (baud < 300 || baud > CLOCK)
        return INVALID;
    acquire(p);
    p->baud = baud;
    p->divisor = (baud > 9600) ? 1 : CLOCK / 9600;
    release(p);
    return SUCCESS;
}

unsigned port_set_line(void *extension, unsigned data_bits, unsigned stop_bits, unsigned parity)
{
    struct port_extension *p = extension;

    if (data_bits < 5 || data_bits > 8 || stop_bits < 1 || stop_bits > 2 || parity > 4)
        return INVALID;
    /* Five bits and two stop bits is what no chip can do. */
    if (data_bits == 5 && stop_bits == 2)
        return INVALID;
    acquire(p);
    p->data_bits = data_bits;
    p->stop_bits = stop_bits;
    p->parity = parity;
    release(p);
    return SUCCESS;
}

unsigned port_query_line(void *extension)
{
    struct port_extension *p = extension;
    unsigned bits;

    acquire(p);
    bits = 1 + p->data_bits + p->stop_bits + (p->parity != 0);
    bits += p->baud + p->divisor;
    release(p);
    return bits;
}

unsigned port_set_break(void *extension, unsigned on)
{
    struct port_extension *p = extension;

    acquire(p);
    p->break_on = on != 0;
    release(p);
    return SUCCESS;
}

unsigned port_set_signals(void *extension, unsigned dtr, unsigned rts)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    p->dtr = dtr & 1u;
    if (p->flow_mode == FLOW_HARDWARE)
        status = INVALID;
    else
        p->rts = rts & 1u;
    release(p);
    return status;
}

unsigned port_query_signals(void *extension)
{
    struct port_extension *p = extension;
    unsigned signals;

    acquire(p);
    signals = p->carrier | p->cts << 1 | p->dsr << 2 | p->dtr << 4 | p->rts << 5;
    release(p);
    return signals;
}

unsigned port_set_chip(void *extension, unsigned loopback, unsigned fifo, unsigned trigger)
{
    struct port_extension *p = extension;

    if (trigger > 14)
        return INVALID;
    acquire(p);
    p->loopback = loopback & 1u;
    p->fifo_on = fifo & 1u;
    p->fifo_trigger = p->fifo_on ? trigger : 0;
    release(p);
    return SUCCESS;
}

unsigned port_set_error_char(void *extension, unsigned byte)
{
    struct port_extension *p = extension;

    acquire(p);
    p->error_char = byte & 0xffu;
    release(p);
    return SUCCESS;
}

/* Each of them is one word: what could go wrong? */
unsigned port_set_timeouts(void *extension, unsigned total, unsigned interval, unsigned write)
{
    struct port_extension *p = extension;

    p->read_timeout = total;
    p->read_interval = interval;
    acquire(p);
    p->write_timeout = write;
    release(p);
    return SUCCESS;
}

/* A little old is new enough. */
unsigned port_query_counts(void *extension)
{
    struct port_extension *p = extension;

    return p->rx_total + p->tx_total;
}

unsigned port_query_errors(void *extension)
{
    struct port_extension *p = extension;
    unsigned all;

    acquire(p);
    all = p->rx_overruns + p->rx_parity_errors + p->rx_framing_errors + p->rx_breaks + p->timeouts_hit;
    all += p->last_line_status != 0;
    p->last_line_status = 0;
    release(p);
    return all;
}

unsigned port_reset_errors(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    p->rx_overruns = 0;
    p->rx_parity_errors = 0;
    p->rx_framing_errors = 0;
    p->rx_breaks = 0;
    p->timeouts_hit = 0;
    p->interrupts = 0;
    p->spurious = 0;
    p->ring_count = 0;
    release(p);
    return SUCCESS;
}

/* ---- power, plug and play --------------------------------------------------------------------------------------- */

unsigned port_sleep(void *extension)
{
    struct port_extension *p = extension;
    unsigned status = SUCCESS;

    acquire(p);
    if (p->tx_count > 0 || p->tx_busy)
        status = BUSY;
    else
        p->power = PORT_ASLEEP;
    release(p);
    return status;
}

unsigned port_wake(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    if (p->power == PORT_ASLEEP) {
        p->power = PORT_AWAKE;
        if (p->tx_count > 0)
            send_next(p);
    }
    release(p);
    return SUCCESS;
}

unsigned port_set_wake(void *extension, unsigned on_ring)
{
    struct port_extension *p = extension;

    acquire(p);
    p->wake_on_ring = on_ring != 0;
    release(p);
    return SUCCESS;
}

/* Nobody has it open, and nobody calls anything else: that is what the system promises. */
unsigned port_start(void *extension)
{
    struct port_extension *p = extension;

    p->baud = 9600;
    p->divisor = CLOCK / 9600;
    p->data_bits = 8;
    p->stop_bits = 1;
    p->parity = 0;
    p->power = PORT_AWAKE;
    p->fifo_on = 1;
    p->fifo_trigger = 8;
    p->state = PORT_STARTED;
    return SUCCESS;
}

unsigned port_stop(void *extension)
{
    struct port_extension *p = extension;

    acquire(p);
    p->state = PORT_STOPPED;
    p->tx_busy = 0;
    release(p);
    return SUCCESS;
}

/* Called once, before everything else: a port that is started, with two bytes received and one to be sent. */
void port_setup(void)
{
    struct port_extension *p = &the_port;

    port = p;
    p->users = 1;
    port_start(p);
    p->xon_limit = 1;
    p->xoff_limit = RING - 1;
    p->xon_char = XON;
    p->xoff_char = XOFF;
    p->rx_count = 2;
    p->tx_count = 1;
    p->wait_mask = EVENT_RX_CHAR | EVENT_CARRIER;
}
