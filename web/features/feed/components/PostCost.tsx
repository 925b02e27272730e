import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDate } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

const leftText = (t: Translate, { cost, after }: { cost: number; after: number }) =>
  after < 0 ? t('composer.cost_over', { cost }) : t('composer.cost', { cost, after })

/** The cost of the draft and the points left after it. */
export function PostCost({
  composer: {
    price: { cost, problem },
    allowance: { score_remaining: left },
  },
}: {
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  if (problem === 'whole') return null
  const costText =
    left === null ? t('common:points', { count: cost }) : leftText(t, { cost, after: left - cost })
  return (
    <span className={css['cost']} data-over={problem !== null} aria-live="polite">
      {costText}
    </span>
  )
}

/** Why the amount is not allowed; errors of the server appear in the same place. */
export function AmountErrorText({
  id,
  composer: { price, allowance, problems },
}: {
  id: string
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const { score_remaining: left, limit_per_post: limitPerPost } = allowance
  if (left === 0) return null
  const texts = {
    whole: () => t('composer.whole'),
    each: () =>
      t('composer.each_max', {
        count: Math.min(limitPerPost ?? limits.score_max, limits.score_max),
      }),
    left: () => t('errors:over_limit_left', { left }),
  }
  const text = price.problem
    ? texts[price.problem]()
    : (problems.fields['score'] ?? problems.general)
  return text ? (
    <span id={id} className={css['problem']} role="alert">
      {text}
    </span>
  ) : null
}

/** Shown without points left: the renewal date. A limit of 0 gives no points in any period. */
export function NoPointsLeft({ id }: { id: string }) {
  const { t } = useTranslation('feed')
  const { allowance, settings } = useConfig()
  const text =
    allowance.limit === 0
      ? t('composer.no_limit')
      : t('composer.nothing_left', { date: formatDate(allowance.renews_at, settings.timezone) })
  return (
    <p id={id} className={css['empty']}>
      <span aria-hidden="true">⏳</span>
      {text}
    </p>
  )
}
