import { type Translate, useTranslation } from '#web/lib/translate.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

const leftText = (t: Translate, { cost, after }: { cost: number; after: number }) =>
  after < 0 ? t('composer.cost_over', { cost }) : t('composer.cost', { cost, after })

/** Returns the text of the button, with the points that it sends. */
export const sendText = (t: Translate, { cost, problem }: ComposerState['price']): string =>
  cost && !problem ? t('composer.send_cost', { cost }) : t('composer.send')

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
