import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { ActionRow } from './ActionRow.tsx'

type Props = {
  opened: boolean
  title: string
  text: string
  confirm: string
  cancel: string
  danger?: boolean
  busy?: boolean
  /** False while a field of the dialog blocks the confirmation. */
  ready?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}
/** Asks for confirmation before an action that is final. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirm,
  cancel,
  danger = false,
  busy = false,
  ready = true,
  onConfirm,
  onClose,
  children,
}: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} close={cancel} isBusy={busy}>
      <Text mb="md">{text}</Text>
      {children}
      <ActionRow apart>
        <Button variant="default" disabled={busy} onClick={onClose}>
          {cancel}
        </Button>
        <Button
          {...(danger ? { color: '#A8322A' } : {})}
          loading={busy}
          disabled={!ready}
          onClick={onConfirm}
          {...(ready ? { 'data-autofocus': true } : {})}
        >
          {confirm}
        </Button>
      </ActionRow>
    </Dialog>
  )
}
