"""Answers a signed AuthnRequest with Lasso, as an identity provider.

Reads JSON from stdin: metadata, key and certificate of the provider, the metadata of the service
provider, the query of the request, a NameID and attributes. Writes the form as JSON.
"""
import json
import sys
from datetime import datetime, timedelta, timezone

import lasso

given = json.load(sys.stdin)


def format_time(minutes):
    at = datetime.now(timezone.utc) + timedelta(minutes=minutes)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def build_attribute(name, value):
    text = lasso.MiscTextNode.newWithString(value)
    text.textChild = True
    content = lasso.Saml2AttributeValue()
    content.any = [text]
    attribute = lasso.Saml2Attribute()
    attribute.name = name
    attribute.nameFormat = lasso.SAML2_ATTRIBUTE_NAME_FORMAT_BASIC
    attribute.attributeValue = [content]
    return attribute


server = lasso.Server.newFromBuffers(
    given["metadata"], given["key"], None, given["certificate"]
)
server.signatureMethod = lasso.SIGNATURE_METHOD_RSA_SHA256
server.addProviderFromBuffer(lasso.PROVIDER_ROLE_SP, given["sp_metadata"])
login = lasso.Login(server)
login.signatureVerifyHint = lasso.PROFILE_SIGNATURE_VERIFY_HINT_FORCE
login.processAuthnRequestMsg(given["query"])
login.validateRequestMsg(True, True)
login.buildAssertion(
    lasso.SAML2_AUTHN_CONTEXT_PASSWORD_PROTECTED_TRANSPORT,
    format_time(0),
    None,
    format_time(-1),
    format_time(5),
)
name_id = login.assertion.subject.nameID
name_id.content = given["name_id"]
name_id.format = lasso.SAML2_NAME_IDENTIFIER_FORMAT_PERSISTENT
statement = lasso.Saml2AttributeStatement()
statement.attribute = [build_attribute(*pair) for pair in given["attributes"].items()]
login.assertion.attributeStatement = [statement]
login.buildAuthnResponseMsg()
json.dump(
    {
        "action": login.msgUrl,
        "fields": {"SAMLResponse": login.msgBody, "RelayState": login.msgRelayState},
    },
    sys.stdout,
)
