<?php
// Serves the pages of SimpleSAMLphp below /simplesaml with the built-in server of PHP.
$root = '/usr/share/simplesamlphp/www';
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (!preg_match('#^/simplesaml(/[^.]*\.php)(/.*)?$#', $path, $parts) || !is_file($root . $parts[1])) {
    http_response_code(404);
    exit;
}
$_SERVER['SCRIPT_NAME'] = '/simplesaml' . $parts[1];
$_SERVER['PHP_SELF'] = $path;
$_SERVER['SCRIPT_FILENAME'] = $root . $parts[1];
$_SERVER['PATH_INFO'] = $parts[2] ?? '';
chdir(dirname($_SERVER['SCRIPT_FILENAME']));
require $_SERVER['SCRIPT_FILENAME'];
