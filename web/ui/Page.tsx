import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './ui.module.css'

/**
 * Lays out a page: back link, heading, actions, content. `back` is a link of the caller's router.
 */
export function Page({
  title,
  back,
  actions,
  narrow = false,
  children,
}: {
  title: string
  back?: ReactNode
  actions?: ReactNode
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <div className={`${css['page']} ${narrow ? css['narrow'] : ''}`}>
      {back}
      <div className={css['pageHead']}>
        <h1>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  )
}
export const backClass = css['back']
export function BackArrow() {
  return <IconArrowLeft size={16} aria-hidden="true" />
}
