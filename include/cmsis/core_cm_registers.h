/* The register blocks of the system control space, with the names and offsets of the ARM architecture manuals. */
#ifndef PREEMPT_CMSIS_CORE_CM_REGISTERS_H
#define PREEMPT_CMSIS_CORE_CM_REGISTERS_H

typedef struct {
    __IOM uint32_t ISER[8]; /* 0x000 set-enable */
    uint32_t RESERVED0[24];
    __IOM uint32_t ICER[8]; /* 0x080 clear-enable */
    uint32_t RESERVED1[24];
    __IOM uint32_t ISPR[8]; /* 0x100 set-pending */
    uint32_t RESERVED2[24];
    __IOM uint32_t ICPR[8]; /* 0x180 clear-pending */
    uint32_t RESERVED3[24];
    __IOM uint32_t IABR[8]; /* 0x200 active */
    uint32_t RESERVED4[56];
#if PREEMPT_CMSIS_MAINLINE
    __IOM uint8_t IP[240]; /* 0x300 priority, one byte per interrupt */
    uint32_t RESERVED5[644];
    __OM uint32_t STIR; /* 0xE00 software trigger */
#else
    __IOM uint32_t IP[8]; /* 0x300 priority, word accesses only */
#endif
} NVIC_Type;

typedef struct {
    __IM uint32_t CPUID; /* 0x00 */
    __IOM uint32_t ICSR; /* 0x04 pend and clear PendSV, SysTick, NMI */
    __IOM uint32_t VTOR; /* 0x08 vector table offset */
    __IOM uint32_t AIRCR; /* 0x0C reset and priority grouping */
    __IOM uint32_t SCR; /* 0x10 sleep control */
    __IOM uint32_t CCR; /* 0x14 */
#if PREEMPT_CMSIS_MAINLINE
    __IOM uint8_t SHP[12]; /* 0x18 priority of exceptions 4 to 15 */
#else
    uint32_t RESERVED1;
    __IOM uint32_t SHP[2]; /* 0x1C priority of exceptions 8 to 15 */
#endif
    __IOM uint32_t SHCSR; /* 0x24 */
    __IOM uint32_t CFSR; /* 0x28 fault status */
    __IOM uint32_t HFSR; /* 0x2C */
    __IOM uint32_t DFSR; /* 0x30 */
    __IOM uint32_t MMFAR; /* 0x34 */
    __IOM uint32_t BFAR; /* 0x38 */
    __IOM uint32_t AFSR; /* 0x3C */
    __IM uint32_t PFR[2]; /* 0x40 */
    __IM uint32_t DFR; /* 0x48 */
    __IM uint32_t ADR; /* 0x4C */
    __IM uint32_t MMFR[4]; /* 0x50 */
    __IM uint32_t ISAR[5]; /* 0x60 */
    uint32_t RESERVED0[5];
    __IOM uint32_t CPACR; /* 0x88 coprocessor access */
} SCB_Type;

typedef struct {
    __IOM uint32_t CTRL;
    __IOM uint32_t LOAD;
    __IOM uint32_t VAL;
    __IM uint32_t CALIB;
} SysTick_Type;

#define SCS_BASE 0xE000E000UL
#define SysTick_BASE (SCS_BASE + 0x0010UL)
#define NVIC_BASE (SCS_BASE + 0x0100UL)
#define SCB_BASE (SCS_BASE + 0x0D00UL)

#define SysTick ((SysTick_Type *)SysTick_BASE)
#define NVIC ((NVIC_Type *)NVIC_BASE)
#define SCB ((SCB_Type *)SCB_BASE)

#define SCB_ICSR_VECTACTIVE_Msk 0x1FFUL
#define SCB_ICSR_PENDSTCLR_Msk (1UL << 25)
#define SCB_ICSR_PENDSTSET_Msk (1UL << 26)
#define SCB_ICSR_PENDSVCLR_Msk (1UL << 27)
#define SCB_ICSR_PENDSVSET_Msk (1UL << 28)
#define SCB_AIRCR_SYSRESETREQ_Msk (1UL << 2)
#define SCB_AIRCR_PRIGROUP_Pos 8U
#define SCB_AIRCR_PRIGROUP_Msk (7UL << SCB_AIRCR_PRIGROUP_Pos)
#define SCB_AIRCR_VECTKEY_Pos 16U
#define SCB_AIRCR_VECTKEY_Msk (0xFFFFUL << SCB_AIRCR_VECTKEY_Pos)
#define SCB_SCR_SLEEPONEXIT_Msk (1UL << 1)
#define SCB_SCR_SLEEPDEEP_Msk (1UL << 2)

#define SysTick_CTRL_ENABLE_Msk (1UL << 0)
#define SysTick_CTRL_TICKINT_Msk (1UL << 1)
#define SysTick_CTRL_CLKSOURCE_Msk (1UL << 2)
#define SysTick_CTRL_COUNTFLAG_Msk (1UL << 16)
#define SysTick_LOAD_RELOAD_Msk 0xFFFFFFUL

#endif
