import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { useConfig } from '#web/shared/config.ts'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './tax-rules.module.css'
import type { RuleForm } from './use-rule-form.ts'

/** The message before redeeming, in a chosen language. Languages with a text have a check mark. */
export function MessageFields({ form }: { form: RuleForm }) {
  const { t, i18n } = useTranslation('finance')
  const { settings } = useConfig()
  const { messages } = form.values
  const [language, setLanguage] = useState(
    languages.find((one) => one === i18n.language) ?? settings.language,
  )
  const hasText = (one: (typeof languages)[number]) => messages[one].trim() !== ''
  return (
    <FormSection title={t('tax.section.message')}>
      <p className={css['hint']}>{t('tax.section.message_text')}</p>
      <NativeSelect
        label={t('tax.field.language')}
        data={languages.map((one) => ({
          value: one,
          label: `${languageNames[one]}${hasText(one) ? ' ✓' : ''}`,
        }))}
        value={language}
        onChange={({ currentTarget: { value } }) =>
          setLanguage(languages.find((one) => one === value) ?? language)
        }
      />
      <Textarea
        label={t('tax.field.message', { language: languageNames[language] })}
        name="messages"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.tax_message_chars_max}
        value={messages[language]}
        error={form.errors['messages']}
        onChange={(event) => form.setFieldValue(`messages.${language}`, event.currentTarget.value)}
      />
    </FormSection>
  )
}
