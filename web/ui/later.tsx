import { type AriaAttributes, cloneElement, type ComponentType, createElement, lazy, type ReactElement, Suspense } from 'react'

/** A piece that comes after the first page. Until it is there, or if it cannot be had, `Meanwhile` stands in its place. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, Meanwhile: ComponentType<Props>) {
  const Piece = lazy(() => load().catch(() => Meanwhile).then((found) => ({ default: found })))
  return (props: Props) => <Suspense fallback={<Meanwhile {...props} />}>{createElement(Piece as ComponentType<Props>, props)}</Suspense>
}

/** The button of a menu that is still on its way. */
export const Waiting = ({ target }: { target: ReactElement }) => cloneElement(target as ReactElement<AriaAttributes>, { 'aria-disabled': true })
