// How much of the timeline is in sight: nearer, farther, the accesses of the finding, all of it.

import { Icon } from './stepper.js';
import { ZOOM_STEP, type Zoom } from './zoom.js';

interface Props {
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onScale: (factor: number) => void;
}

export function ZoomButtons({ zoom, onZoom, onScale }: Props) {
  return (
    <fieldset class="step-buttons zoom-buttons" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" title="Zoom out (S or −)" onClick={() => onScale(1 / ZOOM_STEP)}>
        <Icon d="M5 10h10" />
      </button>
      <button type="button" aria-label="Zoom in" title="Zoom in (W or +)" onClick={() => onScale(ZOOM_STEP)}>
        <Icon d="M5 10h10M10 5v10" />
      </button>
      <button
        type="button"
        aria-label="Fit the accesses"
        title="Fit the accesses of the finding (F)"
        aria-pressed={zoom.kind === 'fit'}
        onClick={() => onZoom({ kind: 'fit' })}
      >
        Fit
      </button>
      <button
        type="button"
        aria-label="Show the whole execution"
        title="Show the whole execution (0)"
        aria-pressed={zoom.kind === 'whole'}
        onClick={() => onZoom({ kind: 'whole' })}
      >
        All
      </button>
    </fieldset>
  );
}
