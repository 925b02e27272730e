import css from './ui.module.css'

/**
 * Shows a company value in its color. The text color is mixed in, so that any color is readable
 * in both schemes.
 */
export function ValueChip({
  value,
  muted = false,
}: {
  value: { name: string; emoji: string; color: string }
  muted?: boolean
}) {
  return (
    <span
      className={css['chip']}
      style={{
        background: `color-mix(in srgb, ${value.color} ${muted ? 7 : 14}%, var(--card))`,
        borderColor: `color-mix(in srgb, ${value.color} ${muted ? 18 : 32}%, var(--card))`,
        color: `color-mix(in srgb, ${value.color} 26%, var(--mantine-color-text))`,
      }}
    >
      <span aria-hidden="true">{value.emoji}</span>
      <span>{value.name}</span>
    </span>
  )
}
