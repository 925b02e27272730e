import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

/** Why the amount is not allowed; errors of the server appear in the same place. */
function AmountErrorText({
  id,
  composer: { price, allowance, problems },
}: {
  id: string
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const { score_remaining: left, limit_per_post: limitPerPost } = allowance
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
    : (problems.fields['score'] ?? problems.fields['budget_id'] ?? problems.general)
  return text ? (
    <span id={id} className={css['problem']} role="alert">
      {text}
    </span>
  ) : null
}

/** Shown without points left: the renewal date. A limit of 0 gives no points in any period. */
function NoPointsLeft({ id }: { id: string }) {
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

/** Why no points, or not these, can be given. */
export function AmountProblem({ id, composer }: { id: string; composer: ComposerState }) {
  const { allowance, draft } = composer
  return allowance.score_remaining === 0 && !draft.budget ? (
    <NoPointsLeft id={id} />
  ) : (
    <AmountErrorText id={id} composer={composer} />
  )
}
