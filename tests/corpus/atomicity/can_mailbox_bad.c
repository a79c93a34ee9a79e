/*
 * One mailbox for both directions: the main program fills it and then hands its identifier to the controller, but a
 * remote frame that is answered from the interrupt may have put another identifier into it.
 */
// expect id: atomicity WWR outgoing.id harmful
// expect data: atomicity WWR outgoing.data harmful
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

void CAN1_RX0_IRQHandler(void) {
    outgoing.id = REPLY_ID; // id.2
    outgoing.data = CAN_RI | 0x80000000U; // data.2
    CAN_TD = outgoing.data;
    CAN_TI = outgoing.id;
}

static void send(uint32_t id, uint32_t data) {
    outgoing.id = id; // id.1
    outgoing.data = data; // data.1
    CAN_TD = outgoing.data; // data.3
    CAN_TI = outgoing.id; // id.3
}

int main(void) {
    NVIC_EnableIRQ(CAN1_RX0_IRQn);
    send(0x123U, 1U);
    return 0;
}
