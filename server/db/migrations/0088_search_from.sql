-- The function gets another parameter, the smallest id that can be found (functions/posts_search.sql).
drop function if exists posts_search;
