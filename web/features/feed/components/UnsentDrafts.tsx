import { Button } from '@mantine/core'
import { calculatePostCost } from '#web/shared/points/post-cost.ts'
import { guessValue } from '#web/lib/guess-value.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { toCostInput, type UnsentDraft } from '../composer/post-drafts.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

/**
 * Drafts that came back while another one was being written: none is lost, and each waits for a
 * decision.
 */
export function UnsentDrafts({
  composer: { drafts, shelf, values, allowance, send, field },
}: {
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const again = ({ draft }: UnsentDraft) => {
    const value =
      values.find((one) => one.id === draft.value_id) ?? guessValue(draft.text, values)?.value
    const { score, problem } = calculatePostCost(toCostInput(draft), allowance)
    if (value && problem !== 'whole') send({ draft, value, score })
  }
  const take = ({ id }: UnsentDraft) => {
    drafts.swap(id)
    field.current?.focus()
  }
  return (
    <ul className={css['shelf']} aria-label={t('composer.shelf')}>
      {shelf.map((one) => (
        <li key={one.id} className={css['shelved']}>
          <p>
            <b>{one.draft.people.map((person) => person.name).join(', ')}</b> {one.draft.text}
          </p>
          <span role="status" className={one.why ? css['problem'] : css['small']}>
            {one.why ?? t('composer.waits')}
          </span>
          <div>
            {one.draft.attempt ? (
              <Button variant="subtle" size="compact-sm" onClick={() => again(one)}>
                {t('composer.again')}
              </Button>
            ) : null}
            <Button variant="subtle" size="compact-sm" onClick={() => take(one)}>
              {t('composer.go_on')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => drafts.discard(one.id)}
            >
              {t('composer.discard')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
