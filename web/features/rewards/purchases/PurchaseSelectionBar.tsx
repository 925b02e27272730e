import { Button, CloseButton, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import type { Decision } from './use-decide.ts'
import { exportPurchases } from './work-list.api.ts'
import css from './work-list.module.css'

export type BarMode = 'actions' | 'note' | 'order' | 'decline'

const fieldTexts = {
  order: { text: 'note', label: 'work.note', hint: 'work.order_hint' },
  fulfil: { text: 'note', label: 'work.note', hint: 'work.note_hint' },
  decline: { text: 'reason', label: 'decline.reason', hint: 'work.reason_hint' },
} as const

/** The fields of a note to the buyers, or of the reason for declining. `onCancel` closes them. */
export function DecisionFields({
  kind,
  count,
  onDecide,
  onCancel,
}: {
  kind: Decision['decision']
  count: number
  onDecide: (decision: Decision) => void
  onCancel?: (() => void) | undefined
}) {
  const { t } = useTranslation('rewards')
  const [texts, setTexts] = useState({ reason: '', note: '', code: '' })
  const { text: mainText, label, hint } = fieldTexts[kind]
  const field = useRef<HTMLTextAreaElement>(null)
  const takesFocus = onCancel !== undefined
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  const change = (key: keyof typeof texts) => (text: string) =>
    setTexts((old) => ({ ...old, [key]: text }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDecide({
      decision: kind,
      [mainText]: texts[mainText].trim(),
      ...(kind === 'fulfil' ? { code: texts.code.trim() } : {}),
    })
  }
  return (
    <form className={css['fields']} onSubmit={submit}>
      <Textarea
        ref={field}
        label={t(label)}
        description={t(hint)}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={limits.comment_chars_max}
        value={texts[mainText]}
        onChange={(event) => change(mainText)(event.currentTarget.value)}
      />
      {kind === 'fulfil' ? (
        <TextInput
          label={t('work.code')}
          maxLength={limits.purchase_code_chars_max}
          value={texts.code}
          onChange={(event) => change('code')(event.currentTarget.value)}
        />
      ) : null}
      <div className={css['fieldActions']}>
        <Button type="submit" {...(kind === 'decline' ? { color: 'red' } : {})}>
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
  return (
    <DownloadMenu
      isNarrow
      save={(format) => exportPurchases([...ids], t('admin.purchases_file'), format)}
    >
      {t('work.export')}
    </DownloadMenu>
  )
}

/** The actions about the selected purchases, at the foot of the page. */
export function PurchaseSelectionBar({
  ids,
  canDecide,
  canOrder,
  mode,
  setMode,
  decide,
  total,
  selectAll,
  clear,
}: {
  ids: readonly string[]
  canDecide: boolean
  canOrder: boolean
  mode: BarMode
  setMode: (mode: BarMode) => void
  decide: (decision: Decision) => void
  /** The purchases of the view that can be selected together. */
  total: number
  selectAll: () => void
  clear: () => void
}) {
  const { t } = useTranslation('rewards')
  const isPhone = useIsPhone()
  const count = ids.length
  return (
    <section className={css['bar']} aria-label={t('work.selection')}>
      {mode === 'actions' ? (
        <div className={css['barActions']}>
          <b role="status">{t('work.selected', { count })}</b>
          {isPhone && count < total ? (
            <Button variant="subtle" size="compact-sm" onClick={selectAll}>
              {t('work.select_all', { count: total })}
            </Button>
          ) : null}
          {canDecide ? (
            <>
              <Button onClick={() => decide({ decision: 'fulfil' })}>{t('fulfil.action')}</Button>
              <Button variant="default" onClick={() => setMode('note')}>
                {t('work.with_note')}
              </Button>
              {canOrder ? (
                <Button variant="default" onClick={() => setMode('order')}>
                  {t('order.action')}
                </Button>
              ) : null}
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
          kind={mode === 'note' ? 'fulfil' : mode}
          count={count}
          onDecide={decide}
          onCancel={() => setMode('actions')}
        />
      )}
    </section>
  )
}
