import css from './ui.module.css'

/** Shows points: "+10". A screen reader reads `label` instead. */
export function PointsBadge({
  text,
  label,
  large = false,
}: {
  text: string
  label?: string
  large?: boolean
}) {
  return (
    <span className={`${css['badge']} ${large ? css['large'] : ''}`}>
      <span aria-hidden={label ? true : undefined}>{text}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
