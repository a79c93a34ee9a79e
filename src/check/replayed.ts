// A replayed execution, with the schedule that it followed.

import type { Replay } from '../execution/replay.js';
import type { Schedule } from '../execution/schedule.js';
import type { LoadStatistics } from './load.js';

export interface Replayed extends Replay {
  readonly schedule: Schedule;
  readonly statistics: LoadStatistics;
}
