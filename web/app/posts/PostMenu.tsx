import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Post } from '#contract/posts.ts'
import { useConfig } from '#web/app/config.ts'
import { tell, tellError } from '#web/app/errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useChangeValue, useDeletePost } from './queries.ts'

/** What may be done with a post: another value, or away with it. */
export function PostMenu({ post, target }: { post: Post; target: ReactElement }) {
  const { t } = useTranslation('feed')
  const { values } = useConfig()
  const [asking, setAsking] = useState<string | null>(null)
  const change = useChangeValue()
  const remove = useDeletePost((returned) => tell(returned ? t('post.deleted_back', { count: returned }) : t('post.deleted')))
  return (
    <>
      <Menu position="bottom-end" radius="md" shadow="md" width={230}>
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown>
          {post.abilities.change_value && (
            <>
              <Menu.Label>{t('post.change_value')}</Menu.Label>
              {values.map((value) => (
                <Menu.Item key={value.id} py={6} leftSection={<span aria-hidden="true">{value.emoji}</span>} disabled={value.id === post.value_id}
                  onClick={() => change.mutate({ post, value_id: value.id }, { onError: (error) => tellError(t, error) })}>{value.name}</Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          {post.abilities.delete && <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => setAsking(crypto.randomUUID())}>{t('post.delete')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog opened={asking !== null} danger title={t('post.delete_title')} text={t('post.delete_text')} confirm={t('post.delete')} cancel={t('common:cancel')} busy={remove.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => remove.mutate({ post, key: asking ?? '' }, {
          onError: (error) => { setAsking(null); tellError(t, error) },
        })} />
    </>
  )
}
