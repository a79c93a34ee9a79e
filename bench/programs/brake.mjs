// A brake-by-wire controller as code generators write one from a block diagram: fixed-point arithmetic, block after
// block, states in one structure, tables, saturations; four wheels. The pedal (interrupt 1) and the first `wheels`
// wheels (interrupts 2, 3, …, each more urgent) deliver their measurements by interrupt, the other wheels are polled.
// Main computes the torques from all of them and checks, as a safety monitor does, that requests computed anew from the
// inputs are those that were used. The correct program keeps interrupts out meanwhile.
//
// Deterministic: the same options give the same text. Ranges of all signals are tracked, so nothing overflows.

import { emitChain, tables } from './brake-blocks.mjs';
import { randomNumbers } from './random.mjs';

const WHEELS = [1, 2, 3, 4];
const TORQUE_LIMIT = 6000;

/** The blocks of each part, before scaling; together they give the size of the published program. */
const sizes = { driver: 24, vehicle: 32, request: 20, control: 42, sensor: 16 };

/**
 * @param {{ wheels: number, isMasked: boolean, scale?: number, seed?: number }} options `scale` multiplies the number
 * of blocks
 * @returns {string} the C program
 */
export function brake({ wheels, isMasked, scale = 1, seed = 1 }) {
  const context = { random: randomNumbers(seed), states: [], blockNumber: 0 };
  const blocks = (part) => Math.max(4, Math.round(sizes[part] * scale));
  const functions = [
    pedalSensor(context, blocks('sensor')),
    ...WHEELS.map((n) => wheelSensor(context, n, blocks('sensor'))),
    driverRequest(context, blocks('driver')),
    vehicleState(context, blocks('vehicle')),
    ...WHEELS.flatMap((n) => [
      wheelRequest(context, n, blocks('request')),
      wheelControl(context, n, blocks('control')),
    ]),
  ];
  const lines = [
    ...head(wheels, isMasked),
    ...tables(),
    ...dataTypes(context.states),
    ...functions.flat(),
    ...step(isMasked),
    ...interrupts(wheels),
    ...main(wheels),
  ];
  return `${lines.join('\n')}\n`;
}

function head(wheels, isMasked) {
  const masked = isMasked ? 'Interrupts are kept out' : 'Interrupts are not kept out';
  return [
    '/*',
    ' * Brake-by-wire controller, generated from a block diagram.',
    ` * ${wheels} of 4 wheels deliver their measurements by interrupt. ${masked} while the torques are computed.`,
    ' */',
    '#include <assert.h>',
    '#include <preempt.h>',
    '#include <stdint.h>',
    '',
    'void enable_isr(int irq);',
    'void disable_isr(int irq);',
    '',
    '#define ALL_IRQS (-1)',
    `#define TORQUE_LIMIT ${TORQUE_LIMIT}`,
    '',
  ];
}

function dataTypes(states) {
  return [
    '/* External inputs: the last measurements */',
    'typedef struct {',
    '  int32_t Position;',
    '  int32_t Force;',
    '  int32_t Rate;',
    '  uint32_t Sequence;',
    '} PedalInputs;',
    '',
    'typedef struct {',
    '  int32_t Speed;',
    '  int32_t Acceleration;',
    '  int32_t Pressure;',
    '  int32_t Temperature;',
    '  uint32_t Sequence;',
    '} WheelInputs;',
    '',
    'typedef struct {',
    '  PedalInputs Pedal;',
    ...WHEELS.map((n) => `  WheelInputs Wheel${n};`),
    '  uint32_t Messages;',
    '} ExtU_Brake;',
    '',
    '/* External outputs: the torques that the wheels are to apply */',
    'typedef struct {',
    '  int32_t Demand;',
    '  int32_t Front;',
    '  int32_t Rear;',
    ...WHEELS.map((n) => `  int32_t Torque${n};`),
    '} ExtY_Brake;',
    '',
    '/* Block states */',
    'typedef struct {',
    ...states.map((state) => `  int32_t ${state};`),
    '} DW_Brake;',
    '',
    'static volatile ExtU_Brake Brake_U;',
    'static volatile ExtY_Brake Brake_Y;',
    'static DW_Brake Brake_DW;',
    'static int32_t Brake_Actuator[4];',
    '',
  ];
}

const input = (expression, low, high) => ({ expression, low, high });
const pedalInputs = [
  input('Brake_U.Pedal.Position', 0, 4095),
  input('Brake_U.Pedal.Force', 0, 4095),
  input('Brake_U.Pedal.Rate', -4095, 4095),
];
const wheelInputs = (n) => [
  input(`Brake_U.Wheel${n}.Speed`, 0, 8191),
  input(`Brake_U.Wheel${n}.Acceleration`, -8191, 8191),
  input(`Brake_U.Wheel${n}.Pressure`, 0, 4095),
  input(`Brake_U.Wheel${n}.Temperature`, 0, 1023),
];

function pedalSensor(context, blocks) {
  return [
    '/* Pedal: the position from what the converter gives */',
    'static int32_t Pedal_sense(int32_t rtu_Position, int32_t rtu_Force) {',
    ...emitChain(context, {
      system: 'Pedal',
      inputs: [input('rtu_Position', 0, 4095), input('rtu_Force', 0, 4095)],
      blocks,
      repertoire: 'linear',
      products: 1,
      result: { name: 'rtb_Position', low: 0, high: 4095 },
    }),
    '  return rtb_Position;',
    '}',
    '',
    '/* Pedal: outports, all of a measurement */',
    'static void Pedal_publish(int32_t rtu_Position, int32_t rtu_Force) {',
    '  Brake_U.Pedal.Rate = rtu_Position - Brake_U.Pedal.Position;',
    '  Brake_U.Pedal.Position = rtu_Position;',
    '  Brake_U.Pedal.Force = rtu_Force;',
    '  Brake_U.Pedal.Sequence = Brake_U.Pedal.Sequence + 1U;',
    '  Brake_U.Messages = Brake_U.Messages + 1U;',
    '}',
    '',
  ];
}

function wheelSensor(context, n, blocks) {
  const wheel = `Brake_U.Wheel${n}`;
  return [
    `/* Wheel ${n}: the speed from what the tooth counter gives */`,
    `static int32_t Wheel${n}_sense(int32_t rtu_Teeth, int32_t rtu_Pressure, int32_t rtu_Temperature) {`,
    ...emitChain(context, {
      system: `Wheel${n}Sensor`,
      inputs: [input('rtu_Teeth', 0, 8191), input('rtu_Pressure', 0, 4095), input('rtu_Temperature', 0, 1023)],
      blocks,
      repertoire: 'linear',
      products: 1,
      result: { name: 'rtb_Speed', low: 0, high: 8191 },
    }),
    '  return rtb_Speed;',
    '}',
    '',
    `/* Wheel ${n}: outports, all of a measurement; the torque goes to the actuator */`,
    `static void Wheel${n}_publish(int32_t rtu_Speed, int32_t rtu_Pressure, int32_t rtu_Temperature) {`,
    `  ${wheel}.Acceleration = rtu_Speed - ${wheel}.Speed;`,
    `  ${wheel}.Speed = rtu_Speed;`,
    `  ${wheel}.Pressure = rtu_Pressure;`,
    `  ${wheel}.Temperature = rtu_Temperature;`,
    `  ${wheel}.Sequence = ${wheel}.Sequence + 1U;`,
    '  Brake_U.Messages = Brake_U.Messages + 1U;',
    `  Brake_Actuator[${n - 1}] = Brake_Y.Torque${n};`,
    `  assert(Brake_Actuator[${n - 1}] >= 0 && Brake_Actuator[${n - 1}] <= TORQUE_LIMIT);`,
    '}',
    '',
  ];
}

function driverRequest(context, blocks) {
  return [
    '/* Driver: the torque that the pedal asks for; depends on nothing but the inputs */',
    'static int32_t Driver_request(void) {',
    ...emitChain(context, {
      system: 'Driver',
      inputs: pedalInputs,
      blocks,
      repertoire: 'stateless',
      products: 3,
      result: { name: 'rtb_Request', low: 0, high: 4 * TORQUE_LIMIT },
    }),
    '  return rtb_Request;',
    '}',
    '',
  ];
}

function vehicleState(context, blocks) {
  return [
    '/* Vehicle: how much of the torque the front wheels get, in 1/256 */',
    'static int32_t Vehicle_share(void) {',
    ...emitChain(context, {
      system: 'Vehicle',
      inputs: WHEELS.flatMap((n) => wheelInputs(n).slice(0, 2)),
      blocks,
      repertoire: 'stateful',
      products: 2,
      result: { name: 'rtb_Share', low: 96, high: 192 },
    }),
    '  return rtb_Share;',
    '}',
    '',
  ];
}

function wheelRequest(context, n, blocks) {
  return [
    `/* Wheel ${n}: the torque that it can take from the axle's; depends on nothing but that and the inputs */`,
    `static int32_t Wheel${n}_request(int32_t rtu_Axle) {`,
    ...emitChain(context, {
      system: `Wheel${n}Request`,
      inputs: [input('rtu_Axle', 0, 4 * TORQUE_LIMIT), ...wheelInputs(n)],
      blocks,
      repertoire: 'stateless',
      products: 3,
      result: { name: 'rtb_Request', low: 0, high: 8191 },
    }),
    '  return rtb_Request;',
    '}',
    '',
  ];
}

function wheelControl(context, n, blocks) {
  return [
    `/* Wheel ${n}: slip control */`,
    `static int32_t Wheel${n}_control(int32_t rtu_Request) {`,
    ...emitChain(context, {
      system: `Wheel${n}Control`,
      inputs: [input('rtu_Request', 0, 8191), ...wheelInputs(n)],
      blocks,
      repertoire: 'stateful',
      products: 3,
      result: { name: 'rtb_Torque', low: 0, high: TORQUE_LIMIT },
    }),
    '  return rtb_Torque;',
    '}',
    '',
  ];
}

function step(isMasked) {
  const axle = (n) => (n <= 2 ? 'rtb_Front' : 'rtb_Rear');
  const mask = (statement) => (isMasked ? [`  ${statement}`] : []);
  return [
    '/* Model step: the torques of all wheels from one set of inputs */',
    'static void Brake_step(void) {',
    '  int32_t rtb_Demand;',
    '  int32_t rtb_Share;',
    '  int32_t rtb_Front;',
    '  int32_t rtb_Rear;',
    ...WHEELS.flatMap((n) => [`  int32_t rtb_Request${n};`, `  int32_t rtb_Torque${n};`]),
    '',
    ...mask('disable_isr(ALL_IRQS);'),
    '',
    '  /* Torque demand and its distribution */',
    '  rtb_Demand = Driver_request();',
    '  rtb_Share = Vehicle_share();',
    '  rtb_Front = (rtb_Demand * rtb_Share) >> 8;',
    '  rtb_Rear = rtb_Demand - rtb_Front;',
    '',
    '  /* Wheels */',
    ...WHEELS.flatMap((n) => [
      `  rtb_Request${n} = Wheel${n}_request(${axle(n)});`,
      `  rtb_Torque${n} = Wheel${n}_control(rtb_Request${n});`,
    ]),
    '',
    '  /* Outports */',
    '  Brake_Y.Demand = rtb_Demand;',
    '  Brake_Y.Front = rtb_Front;',
    '  Brake_Y.Rear = rtb_Rear;',
    ...WHEELS.map((n) => `  Brake_Y.Torque${n} = rtb_Torque${n};`),
    '',
    '  /* Monitor: what the inputs ask for is what was used */',
    '  assert(Brake_Y.Front + Brake_Y.Rear == Driver_request());',
    ...WHEELS.map((n) => `  assert(Wheel${n}_request(${axle(n)}) == rtb_Request${n});`),
    ...WHEELS.map((n) => `  assert(Brake_Y.Torque${n} >= 0 && Brake_Y.Torque${n} <= TORQUE_LIMIT);`),
    `  assert(Brake_U.Messages == Brake_U.Pedal.Sequence + ${WHEELS.map((n) => `Brake_U.Wheel${n}.Sequence`).join(' + ')});`,
    '',
    ...mask('enable_isr(ALL_IRQS);'),
    '}',
    '',
  ];
}

function interrupts(wheels) {
  const nondet = (mask) => `(int32_t)(preempt_nondet_u16() & ${mask}U)`;
  return [
    'void pedal_isr_1(void) {',
    `  const int32_t position = ${nondet('0xfff')};`,
    `  const int32_t force = ${nondet('0xfff')};`,
    '  const int32_t filtered = Pedal_sense(position, force);',
    '',
    '  disable_isr(ALL_IRQS);',
    '  Pedal_publish(filtered, force);',
    '  enable_isr(ALL_IRQS);',
    '}',
    '',
    ...WHEELS.slice(0, wheels).flatMap((n) => [
      `void wheel${n}_isr_${n + 1}(void) {`,
      `  const int32_t teeth = ${nondet('0x1fff')};`,
      `  const int32_t pressure = ${nondet('0xfff')};`,
      `  const int32_t temperature = ${nondet('0x3ff')};`,
      `  const int32_t speed = Wheel${n}_sense(teeth, pressure, temperature);`,
      '',
      '  disable_isr(ALL_IRQS);',
      `  Wheel${n}_publish(speed, pressure, temperature);`,
      '  enable_isr(ALL_IRQS);',
      '}',
      '',
    ]),
  ];
}

/** Wheels without an interrupt are measured once, before the interrupts are on. */
function main(wheels) {
  return [
    '/* Model initialize: the car drives straight on, the pedal is half down */',
    'static void Brake_initialize(void) {',
    '  Brake_U.Pedal.Position = 2000;',
    '  Brake_U.Pedal.Force = 1500;',
    '  Brake_U.Pedal.Rate = 10;',
    ...WHEELS.flatMap((n) => [
      `  Brake_U.Wheel${n}.Speed = ${3000 + n};`,
      `  Brake_U.Wheel${n}.Acceleration = ${-20 - n};`,
      `  Brake_U.Wheel${n}.Pressure = 900;`,
      `  Brake_U.Wheel${n}.Temperature = 300;`,
    ]),
    '}',
    '',
    'int main(void) {',
    '  Brake_initialize();',
    ...WHEELS.slice(wheels).map((n) => `  Wheel${n}_publish(Wheel${n}_sense(${2990 + n}, 910, 305), 910, 305);`),
    '  enable_isr(ALL_IRQS);',
    '  Brake_step();',
    '  return 0;',
    '}',
  ];
}
