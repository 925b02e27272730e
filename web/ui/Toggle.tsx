import { useId } from 'react'
import css from './ui.module.css'

/** Renders a switch with its label. The first page uses it because Mantine's Switch is larger. */
export function Toggle({
  checked,
  label,
  onChange,
}: {
  checked: boolean
  label: string
  onChange: (on: boolean) => void
}) {
  const id = useId()
  return (
    <span className={css['toggle']}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}
