import type { ComponentProps } from 'react'
import css from './ui.module.css'

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={`${css['card']} ${className ?? ''}`} {...rest} />
}
