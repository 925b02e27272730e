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
 * Creates a component whose code loads after the first page. `Fallback`, or nothing, renders
 * until then, and when loading fails; the next mount tries again.
 */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = () => null,
) {
  const attempt = () =>
    lazy(() =>
      load()
        .catch(() => {
          current = attempt()
          return Fallback
        })
        .then((loaded) => ({ default: loaded })),
    )
  let current = attempt()
  return function LazyComponent(props: Props) {
    const [component] = useState(() => current)
    return (
      <Suspense fallback={<Fallback {...props} />}>
        {createElement(component as ComponentType<Props>, props)}
      </Suspense>
    )
  }
}

type MenuButton = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLButtonElement> }>

/**
 * Creates a menu whose code loads on hover or focus of its button and mounts on the first press.
 * The press repeats once the menu is mounted. A failed load leaves the button ready for the next
 * press.
 */
export function lazyMenu<Props extends { target: ReactElement }>(
  load: () => Promise<ComponentType<Props>>,
) {
  let loaded: ComponentType<Props> | undefined
  let pending: Promise<void> | undefined
  const fetchCode = () => {
    pending ??= load().then(
      (code) => {
        loaded = code
      },
      (error: unknown) => {
        pending = undefined
        throw error
      },
    )
    return pending
  }
  const prefetch = () => void fetchCode().catch(() => {})
  return function LazyMenu(props: Props) {
    const [isMounted, setIsMounted] = useState(false)
    const button = useRef<HTMLButtonElement>(null)
    useEffect(() => {
      if (!isMounted) return
      button.current?.focus({ preventScroll: true })
      button.current?.click()
    }, [isMounted])
    const mountMenu = () =>
      void fetchCode().then(
        () => setIsMounted(true),
        () => {},
      )
    if (isMounted && loaded)
      return createElement(loaded, {
        ...props,
        target: cloneElement(props.target as MenuButton, { ref: button }),
      })
    return cloneElement(props.target as MenuButton, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: prefetch,
      onPointerDown: prefetch,
      onFocus: prefetch,
      onClick: mountMenu,
    })
  }
}
