import { TextInput } from '@mantine/core'
import { contrastRatio, textColorOn, readableColor } from '#contract/colors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import css from './settings.module.css'

const swatches = [
  '#F2AE43',
  '#E4572E',
  '#C2185B',
  '#8B5CC7',
  '#3B5BDB',
  '#1C7ED6',
  '#0C8599',
  '#2F9E44',
  '#5C940D',
  '#343A40',
]
const hexColorPattern = /^#[0-9a-f]{6}$/i

/** Returns the contrast of a color and the text on it, with one decimal. */
const formatContrast = (color: string) =>
  formatNumber(Math.round(contrastRatio(color, textColorOn(color)) * 10) / 10)

/** The team's color: swatches, a custom color, and a preview with readable text. */
export function ColorField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (color: string) => void
}) {
  const { t } = useTranslation('settings')
  const color = hexColorPattern.test(value) ? value.toUpperCase() : null
  const shownColor = color ?? '#F2AE43'
  return (
    <div>
      <div className={css['swatches']} role="group" aria-label={t('global.swatches')}>
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className={`plain ${css['swatch']}`}
            style={{ background: swatch, color: textColorOn(swatch) }}
            aria-pressed={swatch === color}
            onClick={() => onChange(swatch)}
          >
            <span className="sr-only">{swatch}</span>
            {swatch === color ? <span aria-hidden="true">✓</span> : null}
          </button>
        ))}
      </div>
      <div className={css['colorRow']}>
        <input
          type="color"
          className={css['any']}
          value={shownColor}
          aria-label={t('global.any_color')}
          onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          label={t('global.color')}
          name="active_color"
          value={value}
          maxLength={7}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value.trim())}
        />
      </div>
      <div
        className={css['preview']}
        style={
          {
            '--accent': shownColor,
            '--accent-ink': textColorOn(shownColor),
            '--accent-soft': `color-mix(in srgb, ${shownColor} 16%, var(--card))`,
            '--accent-text': `light-dark(${readableColor(shownColor, '#F6EEDF', 4.6)}, ${readableColor(shownColor, '#332C24', 4.6)})`,
          } as React.CSSProperties
        }
      >
        <span className={css['previewButton']}>{t('global.preview_button')}</span>
        <PointsBadge text="+10" />
        <span className={css['previewLink']}>{t('global.preview_link')}</span>
        <small>
          {t('global.contrast', {
            ratio: formatContrast(shownColor),
          })}
        </small>
      </div>
    </div>
  )
}
