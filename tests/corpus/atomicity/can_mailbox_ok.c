/*
 * A mailbox for each direction: the main program fills its own and hands its identifier to the controller; the
 * interrupt answers remote frames from another one.
 */
#include <core_cm4.h>

enum { CAN1_RX0_IRQn = 20 };

#define CAN_RI (*(volatile uint32_t *)0x400065B0UL)
#define CAN_TI (*(volatile uint32_t *)0x40006580UL)
#define CAN_TD (*(volatile uint32_t *)0x40006588UL)
#define REPLY_ID 0x321U

struct mailbox {
    uint32_t id;
    uint32_t data;
};

static volatile struct mailbox outgoing;
static volatile struct mailbox reply;

void CAN1_RX0_IRQHandler(void) {
    reply.id = REPLY_ID;
    reply.data = CAN_RI | 0x80000000U;
    CAN_TD = reply.data;
    CAN_TI = reply.id;
}

static void send(uint32_t id, uint32_t data) {
    outgoing.id = id;
    outgoing.data = data;
    CAN_TD = outgoing.data;
    CAN_TI = outgoing.id;
}

int main(void) {
    NVIC_EnableIRQ(CAN1_RX0_IRQn);
    send(0x123U, 1U);
    return 0;
}
