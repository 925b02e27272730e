import { Button, CloseButton, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { Decision } from './use-decide.ts'
import { exportPurchases } from './work-list.api.ts'
import css from './work-list.module.css'

export type BarMode = 'actions' | 'note' | 'decline'

/** The fields of a note to the buyers, or of the reason for declining. */
export function DecisionFields({
  kind,
  count,
  onDecide,
  onCancel,
}: {
  kind: 'fulfil' | 'decline'
  count: number
  onDecide: (decision: Decision) => void
  onCancel?: (() => void) | undefined
}) {
  const { t } = useTranslation('rewards')
  const [texts, setTexts] = useState({ reason: '', note: '', code: '' })
  const isDecline = kind === 'decline'
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isDecline || onCancel) field.current?.focus()
  }, [isDecline, onCancel])
  const change = (key: keyof typeof texts) => (text: string) =>
    setTexts((old) => ({ ...old, [key]: text }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDecide(
      isDecline
        ? { decision: 'decline', reason: texts.reason.trim() }
        : { decision: 'fulfil', note: texts.note.trim(), code: texts.code.trim() },
    )
  }
  const mainText = isDecline ? 'reason' : 'note'
  return (
    <form className={css['fields']} onSubmit={submit}>
      <Textarea
        ref={field}
        label={t(isDecline ? 'decline.reason' : 'work.note')}
        description={t(isDecline ? 'work.reason_hint' : 'work.note_hint')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={limits.comment_chars_max}
        value={texts[mainText]}
        onChange={(event) => change(mainText)(event.currentTarget.value)}
      />
      {isDecline ? null : (
        <TextInput
          label={t('work.code')}
          maxLength={limits.purchase_code_chars_max}
          value={texts.code}
          onChange={(event) => change('code')(event.currentTarget.value)}
        />
      )}
      <div className={css['fieldActions']}>
        <Button type="submit" {...(isDecline ? { color: 'red' } : {})}>
          {t(`work.${kind}_count`, { count })}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function ExportButton({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('rewards')
  const save = useMutation({
    mutationFn: () => exportPurchases([...ids], `${t('admin.purchases_file')}.csv`),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('work.export')}
    </Button>
  )
}

/** The actions about the selected purchases, at the foot of the page. */
export function PurchaseSelectionBar({
  ids,
  canDecide,
  mode,
  setMode,
  decide,
  clear,
}: {
  ids: readonly string[]
  canDecide: boolean
  mode: BarMode
  setMode: (mode: BarMode) => void
  decide: (decision: Decision) => void
  clear: () => void
}) {
  const { t } = useTranslation('rewards')
  const count = ids.length
  return (
    <section className={css['bar']} aria-label={t('work.selection')}>
      {mode === 'actions' ? (
        <div className={css['barActions']}>
          <b role="status">{t('work.selected', { count })}</b>
          {canDecide ? (
            <>
              <Button onClick={() => decide({ decision: 'fulfil' })}>{t('fulfil.action')}</Button>
              <Button variant="default" onClick={() => setMode('note')}>
                {t('work.with_note')}
              </Button>
              <Button variant="default" onClick={() => setMode('decline')}>
                {t('decline.action')}
              </Button>
            </>
          ) : null}
          <ExportButton ids={ids} />
          <CloseButton aria-label={t('work.clear')} onClick={clear} />
        </div>
      ) : (
        <DecisionFields
          key={mode}
          kind={mode === 'note' ? 'fulfil' : 'decline'}
          count={count}
          onDecide={decide}
          onCancel={() => setMode('actions')}
        />
      )}
    </section>
  )
}
