import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import type { Value } from '#contract/schemas/values.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { calculatePostCost } from '#web/shared/points/post-cost.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { findValue } from '../composer/find-value.ts'
import {
  type DraftStore,
  findPaying,
  toCostInput,
  type UnsentDraft,
} from '../composer/post-drafts.ts'
import type { ReadyDraft } from '../composer/use-send-post.ts'
import css from './composer.module.css'

/**
 * Drafts that failed to send while another draft was written; each can be resent, edited or
 * discarded.
 */
export function UnsentDrafts({
  composer: { drafts, shelf, values, ownAllowance, send, field },
}: {
  composer: {
    drafts: DraftStore
    shelf: UnsentDraft[]
    values: readonly Value[]
    ownAllowance: AppConfig['allowance']
    send: (ready: ReadyDraft) => void
    field: RefObject<HTMLTextAreaElement | null>
  }
}) {
  const { t } = useTranslation('feed')
  const resume = ({ id }: UnsentDraft) => {
    drafts.swap(id)
    field.current?.focus()
  }
  const resend = (unsent: UnsentDraft) => {
    const { draft } = unsent
    const value = findValue(draft, values)
    const { score, problem } = calculatePostCost(
      toCostInput(draft),
      findPaying(draft, ownAllowance),
    )
    // The value may have been deleted since: the composer asks for another.
    if (value && problem !== 'whole') send({ draft, value, score })
    else resume(unsent)
  }
  return (
    <ul className={css['shelf']} aria-label={t('composer.shelf')}>
      {shelf.map((unsent) => (
        <li key={unsent.id} className={css['shelved']}>
          <p>
            <b>
              {[...unsent.draft.people, ...unsent.draft.groups].map(({ name }) => name).join(', ')}
            </b>{' '}
            {unsent.draft.text}
          </p>
          <span role="status" className={unsent.why ? css['problem'] : css['small']}>
            {unsent.why ?? t('composer.waits')}
          </span>
          <div>
            {unsent.draft.attempt ? (
              <Button variant="subtle" size="compact-sm" onClick={() => resend(unsent)}>
                {t('composer.again')}
              </Button>
            ) : null}
            <Button variant="subtle" size="compact-sm" onClick={() => resume(unsent)}>
              {t('composer.go_on')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => drafts.discard(unsent.id)}
            >
              {t('composer.discard')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
