import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { DialogBusyContext } from './dialog-busy.ts'
import css from './ui.module.css'

/** Ids of the open dialogs; the topmost is last. */
let openDialogIds: readonly string[] = []
const listeners = new Set<() => void>()
function setOpenDialogs(next: readonly string[]): void {
  openDialogIds = next
  for (const listener of listeners) listener()
}
/** Returns whether this dialog is topmost: Escape closes only the topmost dialog. */
function useIsTopDialog(opened: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!opened) return undefined
    setOpenDialogs([...openDialogIds, id])
    return () => setOpenDialogs(openDialogIds.filter((openId) => openId !== id))
  }, [opened, id])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => openDialogIds.at(-1) === id,
  )
}

type Props = {
  opened?: boolean
  title: string
  close: string
  size?: 'md' | 'lg'
  isPersistent?: boolean
  /** Whether the dialog stays open, because its request is under way. */
  isBusy?: boolean
  /** Whether a phone shows the dialog on the whole screen, not as a sheet from below. */
  isFullScreenOnPhone?: boolean
  /** Class names of another position: the frame around the content, and the content. */
  classNames?: { inner: string; content: string }
  onClose: () => void
  children: ReactNode
}
/**
 * Renders a dialog with a title and a close button. The head is a plain block, because a page has a
 * single banner. A persistent dialog closes only through its own content.
 */
export function Dialog({
  opened = true,
  title,
  close,
  size = 'md',
  isPersistent = false,
  isBusy = false,
  isFullScreenOnPhone = false,
  classNames,
  onClose,
  children,
}: Props) {
  const isOnTop = useIsTopDialog(opened)
  const [isFormBusy, setFormBusy] = useState(false)
  const staysOpen = isBusy || isFormBusy
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={size}
      centered={!classNames}
      closeOnEscape={!isPersistent && !staysOpen && isOnTop}
      closeOnClickOutside={!isPersistent && !staysOpen}
      classNames={{
        root: css['dialogRoot'] ?? '',
        inner: `${css['dialogInner']} ${classNames?.inner ?? ''}`,
        content: `${css['dialogContent']} ${classNames?.content ?? ''}`,
        body: css['dialogBody'] ?? '',
      }}
      data-full={isFullScreenOnPhone || undefined}
    >
      <Modal.Overlay />
      <Modal.Content radius={classNames ? 0 : 'lg'}>
        <div className={css['dialogHead']}>
          <Modal.Title fz="lg" fw={650}>
            {title}
          </Modal.Title>
          {isPersistent ? null : <Modal.CloseButton aria-label={close} disabled={staysOpen} />}
        </div>
        <Modal.Body>
          <DialogBusyContext value={setFormBusy}>{children}</DialogBusyContext>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
