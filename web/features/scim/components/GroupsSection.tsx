import { NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { permissions } from '#contract/permissions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type ScimGroup, scimGroupsQuery, useMapScimGroup } from '../api/queries.ts'
import css from './scim.module.css'

function GroupRow({ group }: { group: ScimGroup }) {
  const { t } = useTranslation('connections')
  const map = useMapScimGroup({ onError: (error) => notifyError(t, error) })
  return (
    <li className={css['row']}>
      <div>
        <strong>{group.name}</strong>
        <p className={css['text']}>{t('common:people', { count: group.members })}</p>
      </div>
      <NativeSelect
        aria-label={t('scim.groups.permission_of', { name: group.name })}
        value={group.permission ?? ''}
        disabled={map.isPending}
        data={[
          { value: '', label: t('scim.groups.none') },
          ...permissions.map((value) => ({ value, label: t(`scim.permission.${value}`) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          map.mutate({
            id: group.id,
            permission: permissions.find((name) => name === value) ?? null,
          })
        }
      />
    </li>
  )
}

/** The groups of the provider, and the permission that each gives to its members. */
export function GroupsSection() {
  const { t } = useTranslation('connections')
  const groups = useInfiniteQuery(scimGroupsQuery)
  return (
    <SettingsSection title={t('scim.groups.title')} text={t('scim.groups.text')}>
      <div>
        <PagedList
          query={groups}
          texts={{ emptyText: t('scim.groups.empty'), more: t('scim.more') }}
          frame="div"
          skeletonHeights={[56, 56]}
        >
          {(items) => (
            <ul className={css['list']} aria-label={t('scim.groups.title')}>
              {items.map((group) => (
                <GroupRow key={group.id} group={group} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </SettingsSection>
  )
}
