import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

/**
 * Asks for the value of a post that was sent without one; choosing sends it. The default value of
 * the team is first and has the focus.
 */
export function ValueQuestion({
  composer: { values, sendWithValue, setAskedForValue, field },
}: {
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const id = useId()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setAskedForValue(false)
    field.current?.focus()
  }
  const ordered = values.toSorted((a, b) => Number(b.default) - Number(a.default))
  return (
    <div role="group" aria-labelledby={id} className={css['question']}>
      <b id={id}>{t('composer.ask_value')}</b>
      <div>
        {ordered.map((value, index) => (
          <button
            key={value.id}
            ref={index === 0 ? first : null}
            type="button"
            className={`plain ${css['answer']}`}
            onClick={() => sendWithValue(value.id)}
            onKeyDown={cancel}
          >
            <ValueChip value={value} />
          </button>
        ))}
      </div>
    </div>
  )
}
