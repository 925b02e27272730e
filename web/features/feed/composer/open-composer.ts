import { openOverlay } from '#web/shared/overlay-state.ts'

/** Focuses the composer of the page; a page without one, as on a phone, opens it as a dialog. */
export function openComposer(): void {
  const field = document.getElementById('composer')
  if (field) field.focus()
  else openOverlay('thank')
}
