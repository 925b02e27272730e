import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  opened: boolean; title: string; text: string; confirm: string; cancel: string; danger?: boolean; busy?: boolean
  onConfirm: () => void; onClose: () => void; children?: ReactNode
}
/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ opened, title, text, confirm, cancel, danger = false, busy = false, onConfirm, onClose, children }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} close={cancel}>
      <Text mb="md">{text}</Text>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>{cancel}</Button>
        <Button {...(danger ? { color: '#A8322A' } : {})} loading={busy} onClick={onConfirm} data-autofocus>{confirm}</Button>
      </Group>
    </Dialog>
  )
}
