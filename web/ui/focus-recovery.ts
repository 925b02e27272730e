/**
 * Keeps keyboard focus when its element disappears (a removed row, a closed dialog without its
 * button). Focus moves to the nearest connected ancestor of the last focused elements. A button
 * disabled while busy gets focus back. Tab and screen readers continue from there.
 */
const focusHistoryMax = 6
/** Each dialog and menu has a history of its own, so that walking through one keeps its opener. */
const layer = '[role=dialog], [role=menu], [role=listbox]'
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
  /** Recently focused elements of a layer, newest first, each with its ancestors. */
  type Layer = { root: Element | null; paths: Element[][] }
  /** The page and the layers opened from it; the one with the newest focus is first. */
  let layers: Layer[] = []
  const ancestorsOf = (from: Element | null): Element[] =>
    from && from !== document.body ? [from, ...ancestorsOf(from.parentElement)] : []
  const nearestConnected = () =>
    layers
      .flatMap(({ paths }) => paths)
      .map((path) => path.find((element) => element.isConnected))
      .find(
        (element) =>
          element instanceof HTMLElement && element !== main() && main()?.contains(element),
      ) as HTMLElement | undefined
  const isFocusLost = () => document.activeElement === document.body
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target === document.body) return
    const root = target.closest(layer)
    const current = layers.find((known) => known.root === root)
    const path = ancestorsOf(target)
    const paths = [path, ...(current?.paths ?? [])].slice(0, focusHistoryMax)
    const others = layers.filter(
      (known) => known !== current && (!known.root || known.root.isConnected),
    )
    layers = [{ root, paths }, ...others]
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver((changes) => {
    const lastFocused = layers[0]?.paths[0]?.[0]
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
      if (target && isFocusLost() && !layers[0]?.paths[0]?.[0]?.isConnected) focusElement(target)
    }, focusRestoreDelayMs)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
