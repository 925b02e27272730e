/**
 * Keeps keyboard focus when its element disappears (a removed row, a closed dialog without its
 * button). Focus moves to the nearest connected ancestor of the last focused elements. A button
 * disabled while busy gets focus back. Tab and screen readers continue from there.
 */
const focusHistoryMax = 6
const focusable = 'a[href], button, input, select, textarea, [tabindex]'
/** Dialogs and menus that restore focus have done so within this time. */
const focusRestoreDelayMs = 60

function focusElement(target: HTMLElement): void {
  if (!target.matches(focusable)) {
    target.tabIndex = -1
    target.style.outline = 'none'
    target.addEventListener(
      'blur',
      () => {
        target.removeAttribute('tabindex')
        target.style.outline = ''
      },
      { once: true },
    )
  }
  target.focus({ preventScroll: true })
}

export function startFocusRecovery(main: () => HTMLElement | null): void {
  /** Recently focused elements, newest first, each with its ancestors. */
  const focusHistory: Element[][] = []
  const ancestorsOf = (from: Element | null): Element[] =>
    from && from !== document.body ? [from, ...ancestorsOf(from.parentElement)] : []
  const nearestConnected = () =>
    focusHistory
      .map((path) => path.find((element) => element.isConnected))
      .find(
        (element) =>
          element instanceof HTMLElement && element !== main() && main()?.contains(element),
      ) as HTMLElement | undefined
  const isFocusLost = () => document.activeElement === document.body
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target === document.body) return
    focusHistory.unshift(ancestorsOf(target))
    focusHistory.length = Math.min(focusHistory.length, focusHistoryMax)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver((changes) => {
    const lastFocused = focusHistory[0]?.[0]
    if (!(lastFocused instanceof HTMLElement) || !isFocusLost()) return
    if (lastFocused.isConnected) {
      if (
        !lastFocused.matches(':disabled') &&
        changes.some(({ type, target }) => type === 'attributes' && target === lastFocused)
      )
        lastFocused.focus({ preventScroll: true })
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      const target = nearestConnected() ?? main()
      if (target && isFocusLost() && !focusHistory[0]?.[0]?.isConnected) focusElement(target)
    }, focusRestoreDelayMs)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
