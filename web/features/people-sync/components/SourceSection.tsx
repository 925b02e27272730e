import { Button, Radio, Stack, Switch } from '@mantine/core'
import { peopleSyncCoverages, peopleSyncSources } from '#contract/people-sync.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { hasInvalidNumber, NumberField } from '#web/shared/forms/NumberField.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type PeopleSyncSettings, useUpdateSync } from '../api/queries.ts'
import css from './people-sync.module.css'
import {
  changedSourceValues,
  sourceFields,
  type SourceValues,
  toSourceValues,
} from './source-form.ts'
import { ScheduleFields, SourcePlace } from './SourcePlace.tsx'

/** What the file says, when a run stops, and whether new people are invited. */
function ReadingFields({ form }: { form: ReturnType<typeof useServerForm<SourceValues>> }) {
  const { t } = useTranslation('imports')
  return (
    <>
      <Radio.Group label={t('sync.source.coverage')} {...form.getInputProps('coverage')}>
        <Stack gap="sm" mt="xs">
          {peopleSyncCoverages.map((coverage) => (
            <Radio
              key={coverage}
              value={coverage}
              label={t(`sync.source.${coverage}`)}
              description={t(`sync.source.${coverage}_text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.coverage === 'full' ? (
        <NumberField
          className={css['percent'] ?? ''}
          label={t('sync.source.percent')}
          description={t('sync.source.percent_hint')}
          name="leavers_percent_max"
          maxLength={3}
          {...form.getInputProps('leavers_percent_max')}
        />
      ) : null}
      <Switch
        label={t('sync.source.invites')}
        description={t('sync.source.invites_text')}
        {...form.getInputProps('invites', { type: 'checkbox' })}
      />
    </>
  )
}

/** Where the list of people comes from, how often, and how it is read. */
export function SourceSection({ settings }: { settings: PeopleSyncSettings }) {
  const { t } = useTranslation('imports')
  const stored = toSourceValues(settings)
  const form = useServerForm<SourceValues>({ initialValues: stored, fieldNames: sourceFields })
  useSavedValues(form, stored)
  const update = useUpdateSync({
    onSuccess: (saved) => {
      form.setInitialValues(toSourceValues(saved))
      form.reset()
      notifySuccess(t('sync.saved'))
    },
    onError: form.showRefusal,
  })
  const sources = peopleSyncSources.filter(
    (source) => source !== 'folder' || settings.folder || settings.source === 'folder',
  )
  return (
    <SettingsSection title={t('sync.source.title')} text={t('sync.source.text')}>
      <Form
        problems={form.problems}
        className={css['form']}
        onSubmit={form.submitTo((values) => {
          // Only a full list has the field.
          if (values.coverage !== 'full' || !hasInvalidNumber(values.leavers_percent_max))
            update.mutate(changedSourceValues(values, settings))
        })}
      >
        <GeneralProblem text={form.problems.general} />
        <ChoiceField
          label={t('sync.source.label')}
          answers={sources.map((source) => [source, t(`sync.source.${source}`)] as const)}
          {...form.getInputProps('source')}
        />
        <SourcePlace form={form} settings={settings} />
        {form.values.source === 'api' ? null : <ScheduleFields form={form} settings={settings} />}
        <ReadingFields form={form} />
        <div className={css['actions']}>
          <Button type="submit" loading={update.isPending}>
            {t('sync.save')}
          </Button>
        </div>
      </Form>
    </SettingsSection>
  )
}
