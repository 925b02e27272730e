import { Button, Switch } from '@mantine/core'
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Person } from '#contract/users.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/app/config.ts'
import { noProblems } from '#web/app/errors.ts'
import { formatNumber } from '#web/lib/format.ts'
import { guessValue } from '#web/lib/guess.ts'
import { Card } from '#web/ui/Card.tsx'
import { onPress } from '#web/ui/later.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { ValueChip } from '#web/ui/ValueChip.tsx'
import { AmountPicker } from './AmountPicker.tsx'
import css from './feed.module.css'
import { blank, useSendPost } from './useSendPost.ts'
import { mentionAt, useMention, withoutMention } from './useMention.ts'

const ValueMenu = onPress(() => import('./ValueMenu.tsx').then((code) => code.ValueMenu))

/** A `+10` followed by a space sets the amount and leaves the text. */
const typedAmount = /(^|\s)\+(\d{1,5})\s/

export function Composer() {
  const { t } = useTranslation('feed')
  const { values, allowance, user } = useConfig()
  const [draft, setDraft] = useState(blank)
  const [search, setSearch] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const { send, problems, setProblems } = useSendPost(setDraft)
  const set = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }))

  const guess = guessValue(draft.text, values)
  const value = values.find((one) => one.id === draft.value_id) ?? guess?.value
  const left = allowance.score_remaining
  const cost = draft.score * Math.max(draft.people.length, 1)

  /** Changes the text and sets the caret at once, so that the next key already lands behind it. */
  const rewrite = (part: Partial<typeof draft>, caret: number) => {
    flushSync(() => set(part))
    field.current?.focus()
    field.current?.setSelectionRange(caret, caret)
  }
  const choose = (person: Person) => {
    const caret = field.current?.selectionStart ?? draft.text.length
    const rest = withoutMention(draft.text, caret)
    setSearch(undefined)
    rewrite({ text: rest.text, people: [...draft.people, person].slice(0, limits.recipients_max) }, rest.caret)
  }
  const mention = useMention(search, draft.people, choose, () => setSearch(undefined))
  const type = (typed: string, caret: number) => {
    const amount = typedAmount.exec(typed)
    const text = amount ? typed.replace(typedAmount, '$1') : typed
    set({ text, ...(amount ? { score: Math.max(Number(amount[2]), 1) } : {}) })
    setProblems(noProblems)
    setSearch(mentionAt(text, caret - (typed.length - text.length)))
  }
  const submit = () => {
    setSearch(undefined)
    send(draft, value, user)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    } else if (!mention.onKeyDown(event) && event.key === 'Backspace' && draft.text === '') set({ people: draft.people.slice(0, -1) })
  }
  const addPeople = () => {
    const text = draft.text && !/\s$/.test(draft.text) ? `${draft.text} @` : `${draft.text}@`
    setSearch('')
    rewrite({ text }, text.length)
  }

  return (
    <Card className={css['composer']} role="group" aria-label={t('composer.label')}>
      <div className={css['tokens']}>
        {draft.people.map((person) => (
          <span key={person.id} className={css['token']}>
            <UserAvatar user={person} size={26} />{person.name}
            <button type="button" className="plain" aria-label={t('composer.remove', { name: person.name })} onClick={() => set({ people: draft.people.filter((one) => one.id !== person.id) })}>
              <IconX size={14} aria-hidden="true" />
            </button>
          </span>
        ))}
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={addPeople}>{t('composer.add_people')}</Button>
        {problems.fields['to_id'] ? <span className={css['problem']} role="alert">{problems.fields['to_id']}</span> : null}
      </div>
      <div className={css['field']}>
        <textarea id="composer" ref={field} className={css['input']} rows={1} value={draft.text} placeholder={t('composer.placeholder')} aria-label={t('composer.text')}
          aria-autocomplete="list" aria-haspopup="listbox" aria-controls={mention.open ? listId : undefined} maxLength={limits.message_chars_max + 200}
          aria-activedescendant={mention.active >= 0 ? `${listId}-${mention.active}` : undefined} aria-invalid={problems.fields['description'] ? true : undefined}
          onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)} onKeyDown={onKeyDown} onBlur={() => setTimeout(() => setSearch(undefined), 150)} />
        {mention.open ? (
          <div id={listId} role="listbox" aria-label={t('composer.people')} className={css['list']} aria-busy={mention.loading}>
            {mention.options.map((person, index) => (
              <div key={person.id} id={`${listId}-${index}`} role="option" aria-selected={index === mention.active} tabIndex={-1} className={css['option']}
                onMouseDown={(event) => { event.preventDefault(); choose(person) }}>
                <UserAvatar user={person} size={30} />
                <span><b style={{ fontWeight: 600 }}>{person.name}</b>{person.job_title ? <span className={css['small']}> {person.job_title}</span> : null}</span>
              </div>
            ))}
            {!mention.options.length ? <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className={css['option']}>{mention.loading ? t('common:loading') : t('composer.nobody')}</div> : null}
          </div>
        ) : null}
      </div>
      {problems.fields['description'] ? <span className={css['problem']} role="alert">{problems.fields['description']}</span> : null}
      <div className={css['row']}>
        <AmountPicker score={draft.score} left={left} max={allowance.limit_per_post} people={draft.people.length} onChange={(score) => { set({ score }); setProblems(noProblems) }} />
        <ValueMenu values={values} onChoose={(value_id) => set({ value_id })} target={
          <button type="button" className={`plain ${css['pick']}`}><span className="sr-only">{t('composer.value')}</span>
            {value ? <ValueChip value={value} muted={!draft.value_id} /> : t('composer.choose_value')}
            {!draft.value_id && guess && guess.by !== 'default' ? <span className={css['small']}>{t('composer.guessed')}</span> : null}
            <IconChevronDown size={15} aria-hidden="true" />
          </button>
        } />
        {problems.fields['value_id'] ? <span className={css['problem']} role="alert">{problems.fields['value_id']}</span> : null}
      </div>
      <div className={css['row']}>
        <Switch checked={draft.private} onChange={(event) => set({ private: event.currentTarget.checked })} label={draft.private ? t('composer.private_on') : t('composer.private_off')} />
        <div className={css['finish']}>
          <span className={css['cost']} aria-live="polite">{left === null ? t('composer.cost_free', { cost: formatNumber(cost) }) : t('composer.cost', { cost: formatNumber(cost), left: formatNumber(left) })}</span>
          <Button onClick={submit} title="Ctrl+Enter">{t('composer.send')}</Button>
        </div>
      </div>
      {problems.fields['score'] || problems.general ? <span className={css['problem']} role="alert">{problems.fields['score'] ?? problems.general}</span> : null}
    </Card>
  )
}
