import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconAward,
  IconLink,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useDeletePost } from './use-delete-post.ts'
import { useChangePostValue } from './posts.api.ts'

const iconProps = { size: 16, 'aria-hidden': true } as const

function ValueItems({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const { values } = useConfig()
  const change = useChangePostValue()
  return values.map((value) => (
    <Menu.Item
      key={value.id}
      py={6}
      leftSection={<span aria-hidden="true">{value.emoji}</span>}
      disabled={value.id === post.value_id}
      onClick={() =>
        change.mutate({ post, valueId: value.id }, { onError: (error) => notifyError(t, error) })
      }
    >
      {value.name}
    </Menu.Item>
  ))
}

/** Links the certificate of an award to its receivers. */
function CertificateItem({ post }: { post: Post }) {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  return post.occasion?.kind === 'award' && post.to_id.includes(user.id) ? (
    <Menu.Item
      component={Link}
      to="/awards?tab=received"
      leftSection={<IconAward {...iconProps} />}
    >
      {t('post.certificate')}
    </Menu.Item>
  ) : null
}

/** The menu of a post: copy its link, open it, its certificate, change its value, delete it. */
export function PostMenu({
  post,
  alone,
  target,
}: {
  post: Post
  /** True on the post's own page. */ alone: boolean
  target: ReactElement
}) {
  const { t } = useTranslation('feed')
  const remove = useDeletePost()
  const page = post.parent_id ?? post.id
  const copy = async () => {
    const url = `${location.origin}/posts/${page}`
    notifySuccess((await copyText(url)) ? t('post.link_copied') : url)
  }
  return (
    <Menu position="bottom-end" radius="md" shadow="md" width={230}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink {...iconProps} />} onClick={() => void copy()}>
          {t('post.copy_link')}
        </Menu.Item>
        {alone ? null : (
          <Menu.Item
            component={Link}
            to={`/posts/${page}`}
            leftSection={<IconArrowUpRight {...iconProps} />}
          >
            {t('post.open')}
          </Menu.Item>
        )}
        <CertificateItem post={post} />
        {post.abilities.change_value && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('post.change_value')}</Menu.Label>
            <ValueItems post={post} />
          </>
        )}
        {post.abilities.delete && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...iconProps} />}
              onClick={() => remove(post)}
            >
              {t(post.abilities.return_points ? 'post.delete_keep' : 'post.delete')}
            </Menu.Item>
            {post.abilities.return_points ? (
              <Menu.Item
                color="red"
                leftSection={<IconArrowBackUp {...iconProps} />}
                onClick={() => remove(post, 'return')}
              >
                {t('post.delete_return')}
              </Menu.Item>
            ) : null}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
