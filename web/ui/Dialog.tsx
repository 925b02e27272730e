import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './ui.module.css'

/** A dialog with its title and a way out. Its head is a plain block: a page has one banner. A `firm` one is left by what stands in it alone. */
export function Dialog({ opened = true, title, close, size = 'md', firm = false, onClose, children }: { opened?: boolean; title: string; close: string; size?: 'md' | 'lg'; firm?: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} centered closeOnEscape={!firm} closeOnClickOutside={!firm}>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className={css['dialogHead']}>
          <Modal.Title fz={19} fw={650}>{title}</Modal.Title>
          {firm ? null : <Modal.CloseButton aria-label={close} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
