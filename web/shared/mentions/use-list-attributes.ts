import { type RefObject, useLayoutEffect } from 'react'

/** Connects a text field with its open list of suggestions, and shows the chosen entry. */
export function useListAttributes(
  field: RefObject<HTMLTextAreaElement | null>,
  list: RefObject<HTMLDivElement | null>,
  { listId, open, active }: { listId: string; open: boolean; active: number },
): void {
  useLayoutEffect(() => {
    const input = field.current
    if (open) input?.setAttribute('aria-controls', listId)
    else input?.removeAttribute('aria-controls')
    // Escape closes the list, not the dialog around the field.
    input?.setAttribute('data-mantine-stop-propagation', String(open))
    if (active >= 0) input?.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input?.removeAttribute('aria-activedescendant')
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  })
}
