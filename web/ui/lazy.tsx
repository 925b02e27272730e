import {
  type ComponentType,
  cloneElement,
  createElement,
  type HTMLAttributes,
  lazy,
  type ReactElement,
  type Ref,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'

/**
 * A piece that comes after the first page. Until it is there, or if it cannot be had this time,
 * `Meanwhile` stands in its place.
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props>,
) {
  const attempt = () =>
    lazy(() =>
      load()
        .catch(() => {
          piece = attempt()
          return Meanwhile
        })
        .then((found) => ({ default: found })),
    )
  let piece = attempt()
  return function Later(props: Props) {
    const [mine] = useState(() => piece)
    return (
      <Suspense fallback={<Meanwhile {...props} />}>
        {createElement(mine as ComponentType<Props>, props)}
      </Suspense>
    )
  }
}

type MenuButton = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLButtonElement> }>

/**
 * A menu whose code is fetched when a hand comes near its button (pointer, focus), and stands in
 * the page from the first press on. That press is done again once the menu is there; if it cannot
 * be had, the button waits for the next one.
 */
export function lazyMenu<Props extends { target: ReactElement }>(
  load: () => Promise<ComponentType<Props>>,
) {
  let found: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const fetchCode = () => {
    coming ??= load().then(
      (code) => {
        found = code
      },
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  const near = () => void fetchCode().catch(() => {})
  return function Pressed(props: Props) {
    const [shown, show] = useState(false)
    const button = useRef<HTMLButtonElement>(null)
    useEffect(() => {
      if (!shown) return
      button.current?.focus({ preventScroll: true })
      button.current?.click()
    }, [shown])
    const press = () =>
      void fetchCode().then(
        () => show(true),
        () => {},
      )
    if (shown && found)
      return createElement(found, {
        ...props,
        target: cloneElement(props.target as MenuButton, { ref: button }),
      })
    return cloneElement(props.target as MenuButton, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: near,
      onPointerDown: near,
      onFocus: near,
      onClick: press,
    })
  }
}
