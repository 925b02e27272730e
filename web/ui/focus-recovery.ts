/**
 * Focus is never left nowhere: when what had it is gone (a row removed, a dialog closed whose
 * button is gone too), it goes to the nearest thing around that is still there, or around what had
 * it before; a button that was busy gets it back. The next Tab goes on from that place, and a
 * screen reader reads on there.
 */
const focusHistoryMax = 6
const focusable = 'a[href], button, input, select, textarea, [tabindex]'
/** Dialogs and menus that give the focus back by themselves have done so by then. */
const focusRestoreDelayMs = 60

function focusElement(place: HTMLElement): void {
  if (!place.matches(focusable)) {
    place.tabIndex = -1
    place.style.outline = 'none'
    place.addEventListener(
      'blur',
      () => {
        place.removeAttribute('tabindex')
        place.style.outline = ''
      },
      { once: true },
    )
  }
  place.focus({ preventScroll: true })
}

export function startFocusRecovery(main: () => HTMLElement | null): void {
  /** What had the focus, the newest first, each with everything around it. */
  const before: Element[][] = []
  const around = (from: Element | null): Element[] =>
    from && from !== document.body ? [from, ...around(from.parentElement)] : []
  const nearest = () =>
    before
      .map((path) => path.find((one) => one.isConnected))
      .find((one) => one instanceof HTMLElement && one !== main() && main()?.contains(one)) as
      | HTMLElement
      | undefined
  const nowhere = () => document.activeElement === document.body
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target === document.body) return
    before.unshift(around(target))
    before.length = Math.min(before.length, focusHistoryMax)
  })
  let waiting: ReturnType<typeof setTimeout> | undefined
  const watch = new MutationObserver((changes) => {
    const last = before[0]?.[0]
    if (!(last instanceof HTMLElement) || !nowhere()) return
    if (last.isConnected) {
      if (
        !last.matches(':disabled') &&
        changes.some(({ type, target }) => type === 'attributes' && target === last)
      )
        last.focus({ preventScroll: true })
      return
    }
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const place = nearest() ?? main()
      if (place && nowhere() && !before[0]?.[0]?.isConnected) focusElement(place)
    }, focusRestoreDelayMs)
  })
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
