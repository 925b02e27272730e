import { ActionIcon, Button, SegmentedControl, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { Language } from '#contract/schemas/common.ts'
import { useConfig } from '#web/shared/config.ts'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { postTextsQuery } from '../api/queries.ts'
import css from './celebrations.module.css'
import {
  type Example,
  insertPlaceholder,
  listDefaultTexts,
  type Placeholder,
  placeholdersOf,
  toExample,
} from './post-text.ts'
import { PostPreview } from './PostPreview.tsx'
import type { CelebrationForm } from './use-celebration-form.ts'

/** Years of the example person. */
const exampleYears = 5
const hasTexts = (texts: string[]) => texts.some((text) => text.trim() !== '')

/** The tabs of languages. A dot marks those with texts of the team. */
function LanguageTabs({
  form,
  language,
  onChange,
}: {
  form: CelebrationForm
  language: Language
  onChange: (language: Language) => void
}) {
  const { t } = useTranslation('celebrations')
  return (
    <SegmentedControl
      fullWidth
      className={css['languages'] ?? ''}
      aria-label={t('texts.language')}
      value={language}
      onChange={(next) => onChange(languages.find((one) => one === next) ?? language)}
      data={languages.map((one) => ({
        value: one,
        label: (
          <>
            <span className={css['longName']}>{languageNames[one]}</span>
            <span className={css['code']} aria-hidden="true">
              {one.toUpperCase()}
            </span>
            {hasTexts(form.values.texts[one]) ? (
              <>
                <span className={css['dot']} aria-hidden="true" />
                <span className="sr-only"> {t('texts.own')}</span>
              </>
            ) : null}
          </>
        ),
      }))}
    />
  )
}

/** A text with its button to remove it; a single text has none. */
function TextRow({
  index,
  text,
  placeholder,
  fieldRef,
  onFocus,
  onChange,
  onRemove,
}: {
  index: number
  text: string
  placeholder: string
  fieldRef: (field: HTMLTextAreaElement | null) => void
  onFocus: () => void
  onChange: (text: string) => void
  onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('celebrations')
  return (
    <div className={css['textRow']}>
      <Textarea
        ref={fieldRef}
        label={t('texts.field', { n: index + 1 })}
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.celebration_text_chars_max}
        value={text}
        onFocus={onFocus}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {onRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('texts.remove', { n: index + 1 })}
          onClick={onRemove}
        >
          <IconTrash size={18} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </div>
  )
}

/** Returns refs of the fields, and a function that inserts at the caret of the active one. */
function usePlaceholders(texts: string[], active: number, setText: (text: string) => void) {
  const fields = useRef<(HTMLTextAreaElement | null)[]>([])
  const caret = useRef<number>(undefined)
  // The caret moves after the field has the new text.
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    fields.current[active]?.focus()
    fields.current[active]?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const insert = (placeholder: Placeholder) => {
    const field = fields.current[active]
    const text = texts[active] ?? ''
    const next = insertPlaceholder(text, placeholder, [
      field?.selectionStart ?? text.length,
      field?.selectionEnd ?? text.length,
    ])
    if (next.text.length > limits.celebration_text_chars_max) return
    caret.current = next.caret
    setText(next.text)
  }
  return { fields, insert }
}

type LanguageProps = {
  form: CelebrationForm
  kind: CelebrationKind
  language: Language
  defaults: string[]
  active: number
  onActive: (index: number) => void
}
/** The fields of a language, and buttons that insert placeholders into the last one used. */
function LanguageTexts({ form, kind, language, defaults, active, onActive }: LanguageProps) {
  const { t } = useTranslation('celebrations')
  const texts = form.values.texts[language]
  const setTexts = (next: string[]) => form.setFieldValue(`texts.${language}`, next)
  const setText = (index: number, text: string) =>
    setTexts(texts.map((one, other) => (other === index ? text : one)))
  const { fields, insert } = usePlaceholders(texts, active, (text) => setText(active, text))
  const remove = (index: number) => {
    setTexts(texts.filter((_, other) => other !== index))
    onActive(0)
  }
  return (
    <>
      {texts.map((text, index) => (
        <TextRow
          // Texts have no identity of their own, and their fields are controlled.
          key={index}
          index={index}
          text={text}
          placeholder={defaults[index % defaults.length] ?? ''}
          fieldRef={(field) => {
            fields.current[index] = field
          }}
          onFocus={() => onActive(index)}
          onChange={(next) => setText(index, next)}
          onRemove={texts.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <div className={css['buttons']} role="group" aria-label={t('texts.insert')}>
        {placeholdersOf(kind).map((name) => (
          <Button key={name} variant="light" size="compact-sm" onClick={() => insert(name)}>
            {t(`placeholder.${name}`)}
          </Button>
        ))}
      </div>
      {texts.length < limits.celebration_texts_max && hasTexts(texts) ? (
        <Button
          variant="default"
          size="compact-md"
          className={css['start'] ?? ''}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setTexts([...texts, ''])
            onActive(texts.length)
          }}
        >
          {t('texts.add')}
        </Button>
      ) : null}
    </>
  )
}

/** The texts of a kind by language, with the post as an example person would get it. */
export function TextsFields({ form, kind }: { form: CelebrationForm; kind: CelebrationKind }) {
  const { t, i18n } = useTranslation('celebrations')
  const { settings, workspace } = useConfig()
  const [language, setLanguage] = useState(
    languages.find((one) => one === i18n.language) ?? settings.language,
  )
  const [active, setActive] = useState(0)
  const { data: tree } = useQuery(postTextsQuery(language))
  const { texts } = form.values
  const ofTeam = texts[settings.language].filter((text) => text.trim() !== '')
  const usesTextsOfTeam = !hasTexts(texts[language]) && ofTeam.length > 0
  // A language without texts has those of the language of the team.
  const defaults = ofTeam.length ? ofTeam : listDefaultTexts(tree ?? {}, kind)
  const example: Example = toExample(tree ?? {}, workspace.name, exampleYears)
  return (
    <>
      <LanguageTabs
        form={form}
        language={language}
        onChange={(next) => {
          setLanguage(next)
          setActive(0)
        }}
      />
      <LanguageTexts
        key={language}
        form={form}
        kind={kind}
        language={language}
        defaults={defaults}
        active={active}
        onActive={setActive}
      />
      {usesTextsOfTeam ? (
        <p className={css['hint']}>
          {t('texts.of_team', { language: languageNames[settings.language] })}
        </p>
      ) : null}
      <PostPreview
        form={form}
        kind={kind}
        example={example}
        years={exampleYears}
        text={texts[language][active]?.trim() || (defaults[active % defaults.length] ?? '')}
      />
    </>
  )
}
