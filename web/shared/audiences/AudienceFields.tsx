import { Switch } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { limits } from '#contract/limits.ts'
import { useCan } from '#web/shared/config.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { GroupsField } from '#web/shared/groups/GroupsField.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { type AudienceForm, toAudienceInput } from './audience-form.ts'
import { useAudiencePreview } from './audiences.api.ts'
import { CountriesField } from './CountriesField.tsx'
import css from './audience-fields.module.css'

/** The number of people of an audience and the first names, as it is typed. */
function AudiencePreview({ audience }: { audience: AudienceForm }) {
  const { t } = useTranslation('organization')
  const { data, isError } = useAudiencePreview(toAudienceInput(useDeferredValue(audience)))
  const names = data?.people.map(({ name }) => name).join(', ') ?? ''
  let text = ''
  if (data?.count === 0) text = t('audience.nobody')
  else if (data) text = t('audience.count', { count: data.count })
  if (isError) text = t('select.failed')
  return (
    <p className={css['preview']} role="status">
      <b>{text}</b>
      {data && data.count > 0 ? (
        <small>
          {data.count > data.people.length ? t('audience.names_more', { names }) : names}
        </small>
      ) : null}
    </p>
  )
}

type Props = {
  legend: string
  audience: AudienceForm
  onChange: (audience: AudienceForm) => void
  /** The name of the audience in the API. */
  name?: string
  /** Errors by the names of the API: `audience.group_ids`. */
  errors: Record<string, ReactNode>
}

/** Two fields for the months at work: from, and up to. */
function TenureFields({
  name,
  audience,
  onChange,
  errors,
}: Omit<Props, 'legend' | 'name'> & { name: string }) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['two']}>
      <NumberField
        label={t('audience.tenure_from')}
        value={audience.tenureFrom}
        onChange={(tenureFrom) => onChange({ ...audience, tenureFrom })}
        error={errors[`${name}.tenure_months_from`]}
      />
      <NumberField
        label={t('audience.tenure_to')}
        value={audience.tenureTo}
        onChange={(tenureTo) => onChange({ ...audience, tenureTo })}
        error={errors[`${name}.tenure_months_to`]}
      />
    </div>
  )
}

/**
 * The fields of an audience. Administrators of the team also see the number of people whom it
 * includes now.
 */
export function AudienceFields({
  legend,
  text,
  name = 'audience',
  audience,
  onChange,
  errors,
}: Props & { text?: string }) {
  const { t } = useTranslation('organization')
  const can = useCan()
  return (
    <fieldset className={css['fields']}>
      <legend>{legend}</legend>
      <p className={css['hint']}>{text ?? t('audience.text')}</p>
      <Switch
        label={t('audience.managers_only')}
        description={t('audience.managers_text')}
        checked={audience.managersOnly}
        onChange={(event) => onChange({ ...audience, managersOnly: event.currentTarget.checked })}
      />
      <div className={css['two']}>
        <GroupsField
          label={t('audience.groups')}
          groups={audience.groups}
          onChange={(groups) => onChange({ ...audience, groups })}
          max={limits.audience_groups_max}
          error={errors[`${name}.group_ids`]}
        />
        <GroupsField
          label={t('audience.excluded')}
          groups={audience.excludedGroups}
          onChange={(excludedGroups) => onChange({ ...audience, excludedGroups })}
          max={limits.audience_groups_max}
          error={errors[`${name}.excluded_group_ids`]}
        />
        <CountriesField
          label={t('audience.countries')}
          countries={audience.countries}
          onChange={(countries) => onChange({ ...audience, countries })}
          error={errors[`${name}.countries`]}
        />
        <PeopleField
          label={t('audience.people')}
          people={audience.people}
          onChange={(people) => onChange({ ...audience, people })}
          max={limits.audience_users_max}
          error={errors[`${name}.user_ids`]}
        />
      </div>
      <TenureFields name={name} audience={audience} onChange={onChange} errors={errors} />
      {can('manage_team') ? <AudiencePreview audience={audience} /> : null}
      {errors[name] ? <p className={css['error']}>{errors[name]}</p> : null}
    </fieldset>
  )
}
