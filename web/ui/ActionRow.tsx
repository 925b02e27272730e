import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './ui.module.css'

/**
 * The buttons at the end of a form or dialog. In a dialog on a phone they stay at its foot while
 * the content scrolls. `apart` adds a margin above.
 */
export const ActionRow = ({
  apart = false,
  children,
}: {
  apart?: boolean
  children: ReactNode
}) => (
  <Group justify="flex-end" className={css['actionRow']} {...(apart ? { mt: 'lg' } : {})}>
    {children}
  </Group>
)
