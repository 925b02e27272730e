import { IconLock } from '@tabler/icons-react'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import { findOfferedValue } from '#web/shared/values/offered-value.ts'
import { useConfig } from '#web/shared/config.ts'
import { OccasionChip } from '#web/shared/posts/OccasionChip.tsx'
import { usePostAuthor } from '#web/shared/posts/use-post-author.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { ArrowTo } from '#web/ui/ArrowTo.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import css from './celebrations.module.css'
import { type Example, fillText } from './post-text.ts'
import type { CelebrationForm } from './use-celebration-form.ts'

/** Returns the points that the form gives for a number of years. */
function pointsFor({ points, points_by_year: rows }: CelebrationForm['values'], years: number) {
  const row = rows.find((one) => parseWholeNumber(one.years) === years)
  return parseWholeNumber(row?.points ?? points) || 0
}

/** The post of an example person, as the form describes it. */
export function PostPreview({
  form,
  kind,
  example,
  years,
  text,
}: {
  form: CelebrationForm
  kind: CelebrationKind
  example: Example
  years: number
  text: string
}) {
  const { t } = useTranslation('celebrations')
  const { workspace, values } = useConfig()
  const author = usePostAuthor()({ from: null })
  const { value_id: valueId, visibility } = form.values
  const points = pointsFor(form.values, years)
  const value = findOfferedValue(values, valueId)
  return (
    <figure className={css['preview']}>
      <figcaption>{t('preview')}</figcaption>
      <div className={css['previewHead']}>
        <UserAvatar user={author} size={36} />
        <div>
          <b dir="auto">{workspace.name}</b> <ArrowTo /> <b dir="auto">{example.name}</b>
          {visibility === 'everyone' ? null : (
            <small>
              <IconLock size={13} aria-hidden="true" /> {t(`visibility.${visibility}`)}
            </small>
          )}
          <div>
            <OccasionChip occasion={kind === 'anniversary' ? { kind, years } : { kind }} />
          </div>
        </div>
        {points > 0 ? (
          <PointsBadge
            text={`+${formatNumber(points)}`}
            label={t('common:points', { count: points })}
          />
        ) : null}
      </div>
      <p aria-live="polite" dir="auto">
        {fillText(text, example)}
      </p>
      {value ? <ValueChip value={value} muted /> : null}
    </figure>
  )
}
