import { Button, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { permissions } from '#contract/permissions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
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
  const items = groups.data?.pages.flatMap((page) => page.items) ?? []
  if (!groups.data) return null
  return (
    <SettingsSection
      title={t('scim.groups.title')}
      text={t(items.length ? 'scim.groups.text' : 'scim.groups.empty')}
    >
      {items.length ? (
        <ul className={css['list']}>
          {items.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      ) : null}
      {groups.hasNextPage ? (
        <Button
          variant="default"
          loading={groups.isFetchingNextPage}
          onClick={() => void groups.fetchNextPage()}
        >
          {t('scim.more')}
        </Button>
      ) : null}
    </SettingsSection>
  )
}
