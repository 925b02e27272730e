import { TextInput } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { OrganizationInput } from '#contract/schemas/organization-record.ts'
import type { Member } from '#contract/schemas/users.ts'
import { AwayFields } from '#web/shared/leave/AwayFields.tsx'
import { type AwayValues, toAway, toAwayValues } from '#web/shared/leave/away.ts'
import { listCountries } from '#web/shared/countries.ts'
import { GroupSelect } from '#web/shared/groups/GroupSelect.tsx'
import { PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { LongSelect } from '#web/ui/LongSelect.tsx'
import css from './team.module.css'

type FieldsInput = Omit<OrganizationInput, 'attributes'>
type Field = keyof FieldsInput
type Values = Required<Omit<FieldsInput, 'away'>> & { away: AwayValues }

/** Returns the fields of a member's place in the organization, as the form changes them. */
export function toOrganizationValues({ organization }: Member): Values {
  const groupOf = (kind: string) => organization.groups.find((group) => group.kind === kind)
  return {
    manager_id: organization.manager?.id ?? null,
    department_id: groupOf('department')?.id ?? null,
    location_id: groupOf('location')?.id ?? null,
    country: organization.country,
    timezone: organization.timezone,
    employee_number: organization.employee_number,
    cost_center: organization.cost_center,
    away: toAwayValues(organization.away),
  }
}

/** Returns only the changed fields. */
export function changedOrganization(values: Values, user: Member): OrganizationInput {
  const { away: _away, ...before } = toOrganizationValues(user)
  const changed = (Object.keys(before) as (keyof typeof before)[])
    .map((field) => {
      const value = values[field]
      return [field, typeof value === 'string' ? value.trim() : value] as const
    })
    .filter(([field, value]) => value !== before[field])
  const { from, to } = toAwayValues(user.organization.away)
  const { away } = values
  return {
    ...Object.fromEntries(changed),
    ...(away.from === from && away.to === to ? {} : { away: toAway(away) }),
  }
}

type Props = {
  user: Member
  values: Values
  errors: Record<string, ReactNode>
  onChange: <F extends Field>(field: F, value: Values[F]) => void
}

/** Returns what all fields have in common. Fields of another system are read-only. */
function useFieldProps({ user, errors }: Props) {
  const { t } = useTranslation('organization')
  return (field: Exclude<Field, 'away'>) => {
    const isManaged = user.organization.managed_fields.includes(field)
    return {
      label: t(`field.${field}`),
      error: errors[`organization.${field}`],
      readOnly: isManaged,
      ...(isManaged ? { description: t('managed') } : {}),
    }
  }
}

/** The fields of a manager, a department and a location, which keep the chosen names. */
function RelationFields(props: Props) {
  const { user, values, onChange } = props
  const { t } = useTranslation('organization')
  const fieldProps = useFieldProps(props)
  const { manager, groups } = user.organization
  const [names, setNames] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      [...(manager ? [manager] : []), ...groups].map(({ id, name }) => [id, name]),
    ),
  )
  const relationProps = (field: 'manager_id' | 'department_id' | 'location_id') => {
    const id = values[field]
    return {
      ...fieldProps(field),
      clearLabel: t('clear', { field: t(`field.${field}`) }),
      value: id === null ? null : { id, name: names[id] ?? '' },
      onChange: (item: { id: string; name: string } | null) => {
        if (item) setNames({ ...names, [item.id]: item.name })
        onChange(field, item?.id ?? null)
      },
    }
  }
  return (
    <>
      <PersonSelect offersReader {...relationProps('manager_id')} except={[user.id]} />
      <GroupSelect {...relationProps('department_id')} kind="department" />
      <GroupSelect {...relationProps('location_id')} kind="location" />
    </>
  )
}

/** Manager, groups, place and numbers of a member; `children` are further fields. */
export function OrganizationFields({ children, ...props }: Props & { children: ReactNode }) {
  const { user, values, onChange } = props
  const { t } = useTranslation('organization')
  const fieldProps = useFieldProps(props)
  const { timezone } = user.organization
  // A time zone has several names, and the browser lists one of them.
  const timezones = useMemo(
    () =>
      [...new Set([timezone ?? 'UTC', 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(
        (value) => ({ value, label: value }),
      ),
    [timezone],
  )
  const renderSelect = (
    field: 'country' | 'timezone',
    data: readonly { value: string; label: string }[],
  ) => (
    <LongSelect
      {...fieldProps(field)}
      data={data}
      value={values[field]}
      clearable={!user.organization.managed_fields.includes(field)}
      clearButtonProps={{ 'aria-label': t('clear', { field: t(`field.${field}`) }) }}
      nothingFoundMessage={t('select.nothing')}
      onChange={(value) => onChange(field, value)}
    />
  )
  const renderText = (field: 'employee_number' | 'cost_center', maxLength: number) => (
    <TextInput
      {...fieldProps(field)}
      value={values[field]}
      maxLength={maxLength}
      autoComplete="off"
      onChange={(event) => onChange(field, event.currentTarget.value)}
    />
  )
  return (
    <fieldset className={css['limits']}>
      <legend>{t('section')}</legend>
      <div className={css['two']}>
        <RelationFields {...props} />
        {renderSelect('country', listCountries())}
        {renderSelect('timezone', timezones)}
        {renderText('employee_number', limits.employee_number_chars_max)}
        {renderText('cost_center', limits.cost_center_chars_max)}
        {children}
      </div>
      <div className={css['two']}>
        <AwayFields
          values={values.away}
          errors={{
            from: props.errors['organization.away.from'] ?? props.errors['organization.away'],
            to: props.errors['organization.away.to'],
          }}
          managed={user.organization.managed_fields.includes('away') ? t('managed') : undefined}
          onChange={(away) => onChange('away', away)}
        />
      </div>
    </fieldset>
  )
}
