import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react'
import css from './ui.module.css'

/** The dialogs on screen, the one on top last. */
let open: readonly string[] = []
const listeners = new Set<() => void>()
function setOpen(next: readonly string[]): void {
  open = next
  for (const listener of listeners) listener()
}
/** Whether this dialog lies over all others: Escape closes that one alone. */
function useOnTop(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return undefined
    setOpen([...open, id])
    return () => setOpen(open.filter((one) => one !== id))
  }, [opened, id])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open.at(-1) === id,
  )
}

type Props = {
  opened?: boolean
  title: string
  close: string
  size?: 'md' | 'lg'
  firm?: boolean
  onClose: () => void
  children: ReactNode
}
/**
 * A dialog with its title and a way out. Its head is a plain block: a page has one banner. A `firm`
 * one is left by what stands in it alone.
 */
export function Dialog({
  opened = true,
  title,
  close,
  size = 'md',
  firm = false,
  onClose,
  children,
}: Props) {
  const isOnTop = useOnTop(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered
      closeOnEscape={!firm && isOnTop}
      closeOnClickOutside={!firm}
    >
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className={css['dialogHead']}>
          <Modal.Title fz={19} fw={650}>
            {title}
          </Modal.Title>
          {firm ? null : <Modal.CloseButton aria-label={close} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
